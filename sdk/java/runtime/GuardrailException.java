package adcore;

import java.util.List;

/** 422: a guardrail of the Space refused the request. */
public final class GuardrailException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    GuardrailException(Fault fault) {
        super(fault);
    }

    public List<Violation> violations() {
        return rows("violations", each -> new Violation(Model.membersOf(each)));
    }
}
