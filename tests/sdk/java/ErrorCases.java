import adcore.AdcoreException;
import adcore.Adcore;
import adcore.AuthenticationException;
import adcore.BillingException;
import adcore.Campaign;
import adcore.ConflictException;
import adcore.GuardrailException;
import adcore.MeGetParams;
import adcore.NotFoundException;
import adcore.PreconditionFailedException;
import adcore.RateLimitException;
import adcore.ScopeException;
import adcore.ServerException;
import adcore.SyncPlan;
import adcore.ValidationException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Every class of error. */
final class ErrorCases {
    private static final MeGetParams ONCE = MeGetParams.builder().maxRetries(0).build();

    private ErrorCases() {}

    private static <E extends AdcoreException> E answered(Class<E> kind, Map<String, Object> fault) throws Exception {
        Conformance.faults(fault);
        return Conformance.refused(kind, () -> Conformance.CLIENT.me().get(ONCE));
    }

    static void add(Map<String, Conformance.Case> cases) {
        addReal(cases);
        addCanned(cases);
    }

    private static void addReal(Map<String, Conformance.Case> cases) {
        cases.put("error-validation", () -> {
            ValidationException error = Conformance.refused(ValidationException.class,
                    () -> Conformance.CLIENT.campaigns().create(Conformance.body("", "-1").build()));
            List<String> paths = error.fields().stream().map(each -> each.path()).sorted().collect(Collectors.toList());
            Conformance.same(paths, List.of("budget", "name"));
            Conformance.check(Conformance.isRequestId(error.requestId()), error);
        });
        cases.put("error-authentication", () -> {
            Adcore wrong = Conformance.made().token("adcore_test_no").build();
            Conformance.same(Conformance.refused(AuthenticationException.class, () -> wrong.me().get()).code(), "INVALID_CREDENTIALS");
        });
        cases.put("error-scope", () -> {
            Adcore narrow = Conformance.made().token(System.getenv("ADCORE_NARROW_TOKEN")).build();
            ScopeException error = Conformance.refused(ScopeException.class,
                    () -> narrow.campaigns().create(Conformance.body("No", "5").build()));
            Conformance.same(error.required(), List.of("campaigns:write"));
        });
        cases.put("error-not-found", () -> {
            NotFoundException error = Conformance.refused(NotFoundException.class, () -> Conformance.get("cmp_" + "0".repeat(26)));
            Conformance.check(error.status() == 404 && Conformance.isRequestId(error.requestId()), error);
            Conformance.refused(IllegalArgumentException.class, () -> Conformance.get(""));
        });
        cases.put("error-precondition", () -> {
            Campaign made = Conformance.draft();
            Conformance.update(made.id(), Conformance.budget("8"));
            PreconditionFailedException error = Conformance.refused(PreconditionFailedException.class,
                    () -> Conformance.update(made.id(), Conformance.budget("9").expectedVersion(1)));
            Conformance.same(error.currentVersion(), 2L);
        });
        cases.put("error-conflict", () -> {
            Campaign made = SyncCases.whole();
            SyncPlan plan = SyncCases.planOf(made);
            Conformance.update(made.id(), Conformance.budget("8"));
            Conformance.refused(ConflictException.class, () -> Conformance.CLIENT.sync().push(plan));
        });
        cases.put("error-guardrail", () -> {
            GuardrailException error = Conformance.refused(GuardrailException.class, () -> Conformance.CLIENT.campaigns()
                    .create(Conformance.body("High", "5").bidding(Conformance.bidding("20000")).build()));
            Conformance.same(error.violations().get(0).rule(), "maxBid");
            Conformance.same(error.recovery(), "correctable");
        });
    }

    private static void addCanned(Map<String, Conformance.Case> cases) {
        cases.put("error-billing", () -> {
            Map<String, Object> details = Map.of("manageUrl", "https://x.example");
            Conformance.same(answered(BillingException.class, Conformance.canned(402, "SUBSCRIPTION_EXPIRED", details)).manageUrl(),
                    "https://x.example");
        });
        cases.put("error-rate-limit", () -> {
            Map<String, Object> details = Map.of("bucket", "minute", "retryAfter", 17);
            RateLimitException error = answered(RateLimitException.class, Conformance.canned(429, "RATE_LIMITED", details));
            Conformance.same(error.retryAfter(), Duration.ofSeconds(17));
            Conformance.same(error.bucket(), "minute");
        });
        cases.put("error-foreign", () -> {
            Map<String, Object> fault = Map.of("match", "GET /me", "status", 502, "body", "<html>Bad gateway</html>");
            Conformance.same(answered(ServerException.class, fault).status(), 502);
        });
        cases.put("error-in-success", () -> {
            ServerException error = answered(ServerException.class, Conformance.canned(200, "UNAVAILABLE", Map.of()));
            Conformance.same(error.code(), "UNAVAILABLE");
        });
    }
}
