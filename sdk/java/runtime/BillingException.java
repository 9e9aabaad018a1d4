package adcore;

/** 402: the plan does not allow the request. */
public final class BillingException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    BillingException(Fault fault) {
        super(fault);
    }

    /** The page where the plan can be changed; null if the server did not name it. */
    public String manageUrl() {
        return detail("manageUrl");
    }
}
