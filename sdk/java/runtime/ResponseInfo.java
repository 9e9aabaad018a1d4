package adcore;

import java.net.http.HttpHeaders;

/** The head of a response. */
public final class ResponseInfo {
    private final int status;
    private final HttpHeaders headers;
    private final int attempts;

    ResponseInfo(int status, HttpHeaders headers, int attempts) {
        this.status = status;
        this.headers = headers;
        this.attempts = attempts;
    }

    public int status() {
        return status;
    }

    /** The X-Request-Id; null where the response has none. */
    public String requestId() {
        return headers.firstValue("X-Request-Id").orElse(null);
    }

    public HttpHeaders headers() {
        return headers;
    }

    /** The number of times that the request was sent. */
    public int attempts() {
        return attempts;
    }

    /** True if the server sent the stored response of an earlier request with the same idempotency key. */
    public boolean replayed() {
        return headers.firstValue("Idempotent-Replayed").filter("true"::equals).isPresent();
    }
}
