package adcore;

/** 429: too many requests; {@link #retryAfter} is the time to wait. */
public final class RateLimitException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    RateLimitException(Fault fault) {
        super(fault);
    }

    /** "minute" or "daily". */
    public String bucket() {
        return detail("bucket");
    }
}
