package adcore;

/** 409: the state of the object does not allow the request, or an idempotency key was used twice. */
public class ConflictException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    ConflictException(Fault fault) {
        super(fault);
    }

    public final String reason() {
        return detail("reason");
    }
}
