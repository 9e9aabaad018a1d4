package adcore;

import java.util.List;

/** 403: the token lacks scopes. */
public final class ScopeException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    ScopeException(Fault fault) {
        super(fault);
    }

    public List<String> required() {
        return rows("required", String::valueOf);
    }
}
