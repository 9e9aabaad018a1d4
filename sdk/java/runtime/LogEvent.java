package adcore;

import java.time.Duration;

/** One log record per attempt. It holds no body and no token. */
public final class LogEvent {
    private final Call call;
    private final int attempt;
    private final int status;
    private final String requestId;
    private final Duration took;
    private final Duration retryIn;

    LogEvent(Call call, int attempt, int status, String requestId, Duration took, Duration retryIn) {
        this.call = call;
        this.attempt = attempt;
        this.status = status;
        this.requestId = requestId;
        this.took = took;
        this.retryIn = retryIn;
    }

    /** The name of the operation in the API's description, such as "createCampaign". */
    public String operation() {
        return call.operation;
    }

    public String method() {
        return call.method;
    }

    public String path() {
        return call.path;
    }

    /** 1 for the first attempt. */
    public int attempt() {
        return attempt;
    }

    /** The HTTP status; 0 where no response was received. */
    public int status() {
        return status;
    }

    /** The X-Request-Id of the response; null where none was received. */
    public String requestId() {
        return requestId;
    }

    public Duration took() {
        return took;
    }

    /** The time until the next attempt; null if this attempt is the last one. */
    public Duration retryIn() {
        return retryIn;
    }

    @Override
    public String toString() {
        return method() + " " + path() + " " + operation() + " attempt=" + attempt + " status=" + status + " request=" + requestId
                + " took=" + took + (retryIn == null ? "" : " retryIn=" + retryIn);
    }
}
