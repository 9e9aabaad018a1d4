package adcore;

import java.time.Duration;
import java.util.Map;

/** The parts of an exception. */
final class Fault {
    final String code;
    final String message;
    int status;
    String requestId;
    Map<String, Object> details = Map.of();
    int attempts = 1;
    Duration retryAfter;
    Throwable cause;

    Fault(String code, String message) {
        this.code = code;
        this.message = message;
    }

    AdcoreException exception() {
        switch (status) {
            case 400:
                return new ValidationException(this);
            case 401:
                return new AuthenticationException(this);
            case 402:
                return new BillingException(this);
            case 403:
                return new ScopeException(this);
            case 404:
                return new NotFoundException(this);
            case 409:
                return new ConflictException(this);
            case 412:
                return new PreconditionFailedException(this);
            case 422:
                return new GuardrailException(this);
            case 429:
                return new RateLimitException(this);
            default:
                return status >= 400 && status < 500 ? new RequestException(this) : new ServerException(this);
        }
    }
}
