package adcore;

/** 412: the object was changed since the version that the request named. */
public final class PreconditionFailedException extends ConflictException {
    private static final long serialVersionUID = 1L;

    PreconditionFailedException(Fault fault) {
        super(fault);
    }

    /** The version of the object now; null if the server did not name it. */
    public Long currentVersion() {
        Object value = details().get("currentVersion");
        return value instanceof Long ? (Long) value : null;
    }
}
