package adcore;

/** 413, 414, 415 and others: the body is too large, or of another media type. */
public final class RequestException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    RequestException(Fault fault) {
        super(fault);
    }
}
