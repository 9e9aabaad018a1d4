package adcore;

/** 404: the object does not exist, or not in this Space. */
public final class NotFoundException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    NotFoundException(Fault fault) {
        super(fault);
    }
}
