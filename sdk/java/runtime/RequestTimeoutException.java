package adcore;

/** No response was received in time. */
public final class RequestTimeoutException extends NetworkException {
    private static final long serialVersionUID = 1L;

    RequestTimeoutException(Fault fault) {
        super(fault);
    }
}
