package adcore;

/** No response was received. */
public class NetworkException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    NetworkException(Fault fault) {
        super(fault);
    }
}
