package adcore;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One call: what is sent, whatever the attempt. */
final class Call {
    final String operation;
    final String method;
    final String path;
    final Params.Options options;
    final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, Object> values;
    private final Map<String, String> query = new LinkedHashMap<>();
    private Model body;

    Call(String operation, String method, String path, Params params) {
        this(operation, method, path, params == null ? new Params.Options() : params.options, params == null ? Map.of() : params.values);
    }

    private Call(String operation, String method, String path, Params.Options options, Map<String, Object> values) {
        this.operation = operation;
        this.method = method;
        this.path = path;
        this.options = options;
        this.values = values;
    }

    /** One segment of a path. An empty id would lead to another operation. */
    static String segment(String text) {
        if (text == null || text.isEmpty() || text.equals(".") || text.equals("..")) {
            throw new IllegalArgumentException("\"" + text + "\" is no id");
        }
        return encode(text);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    Call query(String name, String argument) {
        Object value = values.get(argument);
        if (value instanceof Collection) {
            query.put(name, ((Collection<?>) value).stream().map(each -> encode(each.toString())).collect(Collectors.joining(",")));
        } else if (value != null) {
            query.put(name, encode(value.toString()));
        }
        return this;
    }

    Call header(String name, String argument) {
        if (values.get(argument) != null) {
            headers.put(name, values.get(argument).toString());
        }
        return this;
    }

    Call send(Model made) {
        body = made;
        return this;
    }

    Call at(String cursor) {
        Call made = new Call(operation, method, path, options, values);
        made.headers.putAll(headers);
        made.query.putAll(query);
        made.query.put("cursor", encode(cursor));
        made.body = body;
        return made;
    }

    String target() {
        return query.isEmpty() ? path
                : path + query.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).collect(Collectors.joining("&", "?", ""));
    }

    byte[] bodyBytes() {
        return body == null ? null : Json.write(body.toMap());
    }

    /** A conditional update that arrived would be refused with 412 when it is sent again. */
    boolean isConditional() {
        return headers.containsKey("If-Match") || method.equals("PATCH") && body != null && body.get("expectedVersion") != null;
    }
}
