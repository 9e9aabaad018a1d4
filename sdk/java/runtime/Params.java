package adcore;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The parameters of one call. An option of the request that is not set is as the client has it. */
public abstract class Params {
    final Map<String, Object> values;
    final Options options;

    Params(Builder<?> made) {
        values = new LinkedHashMap<>(made.values);
        options = made.options.copy();
    }

    /** The options of the request that every call has. */
    static final class Options {
        private Map<String, String> headers = new LinkedHashMap<>();
        private Duration timeout;
        private Integer maxRetries;
        private String idempotencyKey;
        private String spaceId;
        private Consumer<ResponseInfo> onResponse;

        Options copy() {
            Options made = new Options();
            made.headers = new LinkedHashMap<>(headers);
            made.timeout = timeout;
            made.maxRetries = maxRetries;
            made.idempotencyKey = idempotencyKey;
            made.spaceId = spaceId;
            made.onResponse = onResponse;
            return made;
        }

        Map<String, String> headers() {
            return headers;
        }

        Duration timeoutOr(Duration other) {
            return timeout == null ? other : timeout;
        }

        int maxRetriesOr(int other) {
            return maxRetries == null ? other : maxRetries;
        }

        String spaceIdOr(String other) {
            return spaceId == null ? other : spaceId;
        }

        String idempotencyKey() {
            return idempotencyKey;
        }

        void receive(ResponseInfo info) {
            if (onResponse != null) {
                onResponse.accept(info);
            }
        }
    }

    public abstract static class Builder<B extends Builder<B>> {
        private final Map<String, Object> values = new LinkedHashMap<>();
        private Options options = new Options();

        Builder() {}

        abstract B self();

        final B set(String name, Object value) {
            values.put(name, value);
            return self();
        }

        final B optionsOf(Params other) {
            if (other != null) {
                options = other.options.copy();
            }
            return self();
        }

        /** The limit of one attempt. */
        public final B timeout(Duration value) {
            options.timeout = Objects.requireNonNull(value);
            return self();
        }

        /** Retries after the first attempt; 0 for none. */
        public final B maxRetries(int value) {
            options.maxRetries = value;
            return self();
        }

        /** The Idempotency-Key of a POST; a new one is made for each call unless set. */
        public final B idempotencyKey(String value) {
            options.idempotencyKey = value;
            return self();
        }

        /** The Space of the request. */
        public final B spaceId(String value) {
            options.spaceId = value;
            return self();
        }

        /** A header of the request. */
        public final B header(String name, String value) {
            options.headers.put(name, value);
            return self();
        }

        /** Called with the head of each response. */
        public final B onResponse(Consumer<ResponseInfo> value) {
            options.onResponse = value;
            return self();
        }
    }
}
