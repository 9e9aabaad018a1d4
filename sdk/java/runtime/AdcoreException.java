package adcore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** An error of a request. Each kind has a class of its own, by HTTP status. */
public abstract class AdcoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final String plainMessage;
    private final String requestId;
    private final transient Map<String, Object> details;
    private final int attempts;
    private final Duration retryAfter;

    AdcoreException(Fault fault) {
        super(fault.message + " (" + fault.code + ", request " + fault.requestId + ")", fault.cause);
        status = fault.status;
        code = fault.code;
        plainMessage = fault.message;
        requestId = fault.requestId;
        details = fault.details;
        attempts = fault.attempts;
        retryAfter = fault.retryAfter;
    }

    /** The HTTP status; 0 where no response was received. */
    public final int status() {
        return status;
    }

    /** The code of the API, such as "NOT_FOUND". New codes may be added. */
    public final String code() {
        return code;
    }

    /** The message of the API, without the code and the id of the request. */
    public final String message() {
        return plainMessage;
    }

    /** The X-Request-Id of the response; null where none was received. */
    public final String requestId() {
        return requestId;
    }

    public final Map<String, Object> details() {
        return details == null ? Map.of() : details;
    }

    /** "transient", "correctable" or "terminal"; null where the server did not name it. */
    public final String recovery() {
        return detail("recovery");
    }

    /** The number of times that the request was sent. */
    public final int attempts() {
        return attempts;
    }

    /** The time to wait before the next try; null where the server did not name it. */
    public final Duration retryAfter() {
        return retryAfter;
    }

    final String detail(String name) {
        Object value = details().get(name);
        return value instanceof String ? (String) value : null;
    }

    final <T> List<T> rows(String name, Function<Object, T> read) {
        List<T> made = new ArrayList<>();
        if (details().get(name) instanceof List) {
            ((List<?>) details().get(name)).forEach(each -> made.add(read.apply(each)));
        }
        return Collections.unmodifiableList(made);
    }
}
