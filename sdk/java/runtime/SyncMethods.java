package adcore;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** preview, push, wait, as methods of {@code client.sync()}. */
abstract class SyncMethods {
    private static final long LONGEST_POLL_SECONDS = 30;

    SyncMethods() {}

    public abstract SyncRun create(SyncRunCreate body, SyncCreateParams params);

    public abstract SyncRun get(String id, SyncGetParams params);

    /** Starts the push of a plan that {@code preview} returned, with the selection that it was made for. */
    public final SyncRun push(SyncPlan plan) {
        return push(plan, null);
    }

    /** Starts the push of a plan that {@code preview} returned, with the selection that it was made for. */
    public final SyncRun push(SyncPlan plan, SyncCreateParams params) {
        Map<String, Object> body = new LinkedHashMap<>(plan.selection);
        body.put("mode", "PUSH");
        body.put("planHash", plan.planHash());
        return create(new SyncRunCreate(Collections.unmodifiableMap(body)), params);
    }

    /** Starts a pull of all connected ad accounts. */
    public final SyncRun pull() {
        return pull(SyncRunCreate.builder().build(), null);
    }

    /** Starts a pull of the selection. */
    public final SyncRun pull(SyncRunCreate selection) {
        return pull(selection, null);
    }

    /** Starts a pull of the selection. */
    public final SyncRun pull(SyncRunCreate selection, SyncCreateParams params) {
        return create(selection.toBuilder().mode("PULL").build(), params);
    }

    /** Returns the run when it has ended, or waits for a person's approval (AWAITING_APPROVAL). */
    public final SyncRun waitFor(SyncRun run) {
        return waitFor(run.id(), null);
    }

    /** Returns the run when it has ended, or waits for a person's approval (AWAITING_APPROVAL). */
    public final SyncRun waitFor(SyncRun run, SyncWaitParams params) {
        return waitFor(run.id(), params);
    }

    /** Returns the run when it has ended, or waits for a person's approval (AWAITING_APPROVAL). */
    public final SyncRun waitFor(String runId, SyncWaitParams params) {
        SyncWaitParams given = params == null ? SyncWaitParams.builder().build() : params;
        long end = System.nanoTime() + given.atMost().toNanos();
        while (true) {
            long left = Duration.ofNanos(end - System.nanoTime()).toSeconds();
            if (end - System.nanoTime() <= 0) {
                throw new RequestTimeoutException(new Fault("WAIT_TIMEOUT", "The run " + runId + " did not end in time"));
            }
            long wait = Math.max(1, Math.min(LONGEST_POLL_SECONDS, left));
            Duration timeout = given.options.timeoutOr(Duration.ofSeconds(wait + LONGEST_POLL_SECONDS));
            SyncRun run = get(runId, SyncGetParams.builder().optionsOf(given).waitSeconds(wait).timeout(timeout).build());
            if (run.finishedAt() != null || "AWAITING_APPROVAL".equals(run.status())) {
                return run;
            }
        }
    }
}
