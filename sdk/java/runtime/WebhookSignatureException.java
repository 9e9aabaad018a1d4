package adcore;

/** The signature of a webhook does not verify. */
public final class WebhookSignatureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WebhookSignatureException(String message) {
        super(message);
    }
}
