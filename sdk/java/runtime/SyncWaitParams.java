package adcore;

import java.time.Duration;
import java.util.Objects;

/** The parameters of {@code sync().waitFor}. */
public final class SyncWaitParams extends Params {
    private final Duration atMost;

    private SyncWaitParams(Builder made) {
        super(made);
        atMost = made.atMost;
    }

    public static Builder builder() {
        return new Builder();
    }

    Duration atMost() {
        return atMost;
    }

    public static final class Builder extends Params.Builder<Builder> {
        private Duration atMost = Duration.ofMinutes(15);

        private Builder() {}

        @Override
        Builder self() {
            return this;
        }

        /** The longest time to wait, 15 minutes unless set. */
        public Builder atMost(Duration value) {
            atMost = Objects.requireNonNull(value);
            return this;
        }

        public SyncWaitParams build() {
            return new SyncWaitParams(this);
        }
    }
}
