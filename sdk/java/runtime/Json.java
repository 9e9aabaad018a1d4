package adcore;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as maps, lists, strings, booleans, {@code Long}, {@code BigInteger} and {@code BigDecimal}, so that no digit of a number is
 * lost. Maps and lists are unmodifiable.
 */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int DEEPEST = 200;
    /** A number such as 1e999999999 has few digits; its plain form would fill the memory. */
    private static final int LONGEST_PLAIN = 100;

    private Json() {}

    static Object parse(byte[] data) throws IOException {
        try (JsonParser parser = FACTORY.createParser(data)) {
            parser.nextToken();
            Object made = read(parser, 0);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "The text has more than one JSON value");
            }
            return made;
        }
    }

    private static Object read(JsonParser parser, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null || depth > DEEPEST) {
            throw new JsonParseException(parser, token == null ? "The text is empty" : "The JSON is nested too deeply");
        }
        switch (token) {
            case START_OBJECT:
                Map<String, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, read(parser, depth + 1));
                }
                return Collections.unmodifiableMap(map);
            case START_ARRAY:
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(read(parser, depth + 1));
                }
                return Collections.unmodifiableList(list);
            case VALUE_STRING:
                return parser.getText();
            case VALUE_NUMBER_INT:
                return whole(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT:
                return parser.getDecimalValue();
            case VALUE_TRUE:
                return Boolean.TRUE;
            case VALUE_FALSE:
                return Boolean.FALSE;
            case VALUE_NULL:
                return null;
            default:
                throw new JsonParseException(parser, "The JSON is wrong");
        }
    }

    private static Object whole(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            return value.longValue();
        }
        return value;
    }

    static byte[] write(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(generator, value);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return out.toByteArray();
    }

    static String text(Object value) {
        return new String(write(value), StandardCharsets.UTF_8);
    }

    private static void write(JsonGenerator generator, Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                generator.writeFieldName((String) each.getKey());
                write(generator, each.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof List) {
            generator.writeStartArray();
            for (Object each : (List<?>) value) {
                write(generator, each);
            }
            generator.writeEndArray();
        } else if (value instanceof Boolean) {
            generator.writeBoolean((Boolean) value);
        } else if (value instanceof BigDecimal) {
            generator.writeNumber(digits((BigDecimal) value));
        } else if (value instanceof Number) {
            generator.writeNumber(value.toString());
        } else {
            generator.writeString((String) value);
        }
    }

    private static String digits(BigDecimal value) {
        return Math.abs(value.scale()) <= LONGEST_PLAIN ? value.toPlainString() : value.toString();
    }
}
