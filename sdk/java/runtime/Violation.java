package adcore;

import java.util.Map;

/** A guardrail of the Space that the request would have broken. */
public final class Violation extends Model {
    Violation(Map<String, Object> data) {
        super(data);
    }

    public String rule() {
        return text("rule");
    }

    public Object limit() {
        return get("limit");
    }

    public Object actual() {
        return get("actual");
    }

    /** The id of the object; null if it is new. */
    public String id() {
        return text("id");
    }

    public String message() {
        return text("message");
    }
}
