package adcore;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An object of the API. It keeps everything that was read, also fields that were added to the API after this package was made. It is
 * immutable. A field that is absent or null reads as null; {@link #has} tells the two apart.
 */
public abstract class Model {
    private final Map<String, Object> data;

    Model(Map<String, Object> data) {
        this.data = data;
    }

    /** True if the object has the field, also where the field is null. The name is the API's. */
    public final boolean has(String name) {
        return data.containsKey(name);
    }

    /** The field as JSON has it: a map, list, string, boolean, {@code Long}, {@code BigInteger}, {@code BigDecimal} or null. */
    public final Object get(String name) {
        return data.get(name);
    }

    /** All fields by the names of the API. */
    public final Map<String, Object> toMap() {
        return data;
    }

    /** The object as JSON. */
    public final String toJson() {
        return Json.text(data);
    }

    static Map<String, Object> parse(String json) {
        try {
            Object found = Json.parse(json.getBytes(StandardCharsets.UTF_8));
            if (found instanceof Map) {
                return membersOf(found);
            }
        } catch (IOException error) {
            throw new IllegalArgumentException("The text is not JSON", error);
        }
        throw new IllegalArgumentException("The JSON is not an object");
    }

    @Override
    public final boolean equals(Object other) {
        return other != null && getClass() == other.getClass() && data.equals(((Model) other).data);
    }

    @Override
    public final int hashCode() {
        return data.hashCode();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + toJson();
    }

    private <T> T as(Class<T> type, String name, Object value) {
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        throw new IllegalStateException(
                getClass().getSimpleName() + "." + name + " is a " + value.getClass().getSimpleName() + "; read it with get()");
    }

    final String text(String name) {
        return as(String.class, name, data.get(name));
    }

    final Boolean bool(String name) {
        return as(Boolean.class, name, data.get(name));
    }

    final Long whole(String name) {
        return wholeOf(name, data.get(name));
    }

    private Long wholeOf(String name, Object value) {
        if (value instanceof BigDecimal) {
            return ((BigDecimal) value).longValueExact();
        }
        return as(Long.class, name, value);
    }

    final BigDecimal decimal(String name) {
        Object value = data.get(name);
        if (value instanceof Long) {
            return BigDecimal.valueOf((Long) value);
        }
        return value instanceof BigInteger ? new BigDecimal((BigInteger) value) : as(BigDecimal.class, name, value);
    }

    final Double real(String name) {
        Number value = as(Number.class, name, data.get(name));
        return value == null ? null : (Double) value.doubleValue();
    }

    final LocalDate date(String name) {
        String text = text(name);
        return text == null ? null : LocalDate.parse(text);
    }

    final Instant time(String name) {
        String text = text(name);
        return text == null ? null : OffsetDateTime.parse(text).toInstant();
    }

    final byte[] bytes(String name) {
        String text = text(name);
        return text == null ? null : Base64.getDecoder().decode(text);
    }

    private <T> List<T> list(String name, Function<Object, T> read) {
        List<?> found = as(List.class, name, data.get(name));
        if (found == null) {
            return null;
        }
        List<T> made = new ArrayList<>(found.size());
        found.forEach(each -> made.add(read.apply(each)));
        return Collections.unmodifiableList(made);
    }

    final List<String> texts(String name) {
        return list(name, each -> as(String.class, name, each));
    }

    final List<Long> wholes(String name) {
        return list(name, each -> wholeOf(name, each));
    }

    final <T> T object(String name, Function<Map<String, Object>, T> make) {
        return objectOf(name, data.get(name), make);
    }

    private <T> T objectOf(String name, Object value, Function<Map<String, Object>, T> make) {
        Map<?, ?> map = as(Map.class, name, value);
        return map == null ? null : make.apply(membersOf(map));
    }

    final <T> List<T> objects(String name, Function<Map<String, Object>, T> make) {
        return list(name, each -> objectOf(name, each, make));
    }

    final <T extends Model> List<TextOr<T>> textsOr(String name, Function<Map<String, Object>, T> make) {
        return list(name, each -> each instanceof String ? TextOr.of((String) each) : TextOr.of(objectOf(name, each, make)));
    }

    /** A map of JSON, whose keys are strings always. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> membersOf(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    /** Makes an object. A field that is not set is not sent; in an update, null clears a field. */
    public abstract static class Builder<B extends Builder<B>> {
        private final Map<String, Object> data = new LinkedHashMap<>();

        Builder(Map<String, Object> data) {
            this.data.putAll(data);
        }

        abstract B self();

        /** Sets a field by its name in the API, also one that this package does not know. */
        public final B put(String name, Object value) {
            data.put(name, Values.plain(value));
            return self();
        }

        /** Removes a field, so that it is not sent. */
        public final B without(String name) {
            data.remove(name);
            return self();
        }

        final Map<String, Object> fields() {
            return Collections.unmodifiableMap(new LinkedHashMap<>(data));
        }
    }
}
