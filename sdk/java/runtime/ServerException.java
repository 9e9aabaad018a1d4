package adcore;

/** 5xx: the server failed. */
public final class ServerException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    ServerException(Fault fault) {
        super(fault);
    }
}
