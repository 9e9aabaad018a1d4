package adcore;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts values of Java to values of JSON. */
final class Values {
    private static final int MICRO_DIGITS = 6;

    private Values() {}

    /** An amount as the API stores it: at most six digits behind the point, in 64 bits of millionths. */
    static BigDecimal amount(BigDecimal value) {
        if (value != null) {
            try {
                value.movePointRight(MICRO_DIGITS).longValueExact();
            } catch (ArithmeticException error) {
                throw new IllegalArgumentException("The amount " + value + " is too large, or has more than six digits behind the point",
                        error);
            }
        }
        return value;
    }

    static Object plain(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof BigDecimal
                || value instanceof BigInteger || value instanceof Long) {
            return value;
        }
        if (value instanceof Model) {
            return ((Model) value).toMap();
        }
        if (value instanceof TextOr) {
            return ((TextOr<?>) value).plain();
        }
        if (value instanceof Map) {
            Map<String, Object> made = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((name, each) -> made.put(String.valueOf(name), plain(each)));
            return Collections.unmodifiableMap(made);
        }
        if (value instanceof Collection) {
            List<Object> made = new ArrayList<>();
            ((Collection<?>) value).forEach(each -> made.add(plain(each)));
            return Collections.unmodifiableList(made);
        }
        if (value instanceof byte[]) {
            return Base64.getEncoder().encodeToString((byte[]) value);
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Double || value instanceof Float) {
            return new BigDecimal(value.toString()); // NumberFormatException where it is not finite
        }
        if (value instanceof LocalDate || value instanceof java.time.Instant || value instanceof OffsetDateTime
                || value instanceof Enum) {
            return value.toString();
        }
        throw new IllegalArgumentException("JSON has no form for a " + value.getClass().getName());
    }
}
