package adcore;

/** 401: the token is missing, expired or revoked. */
public final class AuthenticationException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    AuthenticationException(Fault fault) {
        super(fault);
    }
}
