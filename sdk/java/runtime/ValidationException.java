package adcore;

import java.util.List;

/** 400: fields of the request are wrong. */
public final class ValidationException extends AdcoreException {
    private static final long serialVersionUID = 1L;

    ValidationException(Fault fault) {
        super(fault);
    }

    public List<FieldFault> fields() {
        return rows("fields", each -> new FieldFault(Model.membersOf(each)));
    }
}
