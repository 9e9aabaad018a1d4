package adcore;

import java.util.Map;

/** A fault of one field of a request. */
public final class FieldFault extends Model {
    FieldFault(Map<String, Object> data) {
        super(data);
    }

    /** "budget" or "operations[3].body.name". */
    public String path() {
        return text("path");
    }

    public String code() {
        return text("code");
    }

    public String message() {
        return text("message");
    }

    /** The limit that the value does not keep; null if there is none. */
    public Object limit() {
        return get("limit");
    }
}
