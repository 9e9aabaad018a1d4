package adcore;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Requests: headers, timeouts, retries, errors. */
final class Http {
    private static final long FIRST_WAIT_MS = 500;
    private static final long LONGEST_WAIT_MS = 8000;
    private static final long LONGEST_JITTER_MS = 250;
    /** A longer Retry-After is given to the caller instead of being slept through. */
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);
    private static final String USER_AGENT = "adcore-java/" + Version.VERSION + " java/" + Runtime.version().feature();

    private final Settings settings;

    Http(Settings settings) {
        this.settings = settings;
    }

    <T> T object(Call call, Function<Map<String, Object>, T> make) {
        Map<String, Object> envelope = json(call, true);
        return envelope == null ? null : make.apply(Model.membersOf(envelope.get("data")));
    }

    <T, M extends PageMeta> Page<T, M> page(Call call, Function<Map<String, Object>, T> make, Function<Map<String, Object>, M> makeMeta) {
        Map<String, Object> envelope = json(call, true);
        if (envelope == null) {
            throw new IllegalStateException("A list was answered with 304");
        }
        List<T> data = new ArrayList<>();
        if (envelope.get("data") instanceof List) {
            ((List<?>) envelope.get("data")).forEach(each -> data.add(make.apply(Model.membersOf(each))));
        }
        return new Page<>(Collections.unmodifiableList(data), makeMeta.apply(Model.membersOf(envelope.get("meta"))));
    }

    /** The body of a response that is JSON; null for 304. */
    Map<String, Object> json(Call call, boolean hasEnvelope) {
        return send(call, "application/json", response -> {
            Map<String, Object> envelope = envelopeOf(response.body());
            if (envelope == null || hasEnvelope && !envelope.containsKey("data")) {
                return null;
            }
            return envelope;
        });
    }

    /** The body of a response that is not JSON; null for 304. */
    byte[] bytes(Call call) {
        return send(call, "*/*", HttpResponse::body);
    }

    private static Map<String, Object> envelopeOf(byte[] body) {
        try {
            Object found = Json.parse(body);
            return found instanceof Map ? Model.membersOf(found) : null;
        } catch (IOException error) {
            return null;
        }
    }

    /** Sends a call, again where that is safe. `read` returns null where a success has another body than the API's. */
    private <T> T send(Call call, String accept, Function<HttpResponse<byte[]>, T> read) {
        byte[] body = call.bodyBytes();
        String key = call.options.idempotencyKey();
        if (key == null && call.method.equals("POST")) {
            key = UUID.randomUUID().toString();
        }
        int retries = call.options.maxRetriesOr(settings.maxRetries);
        for (int attempt = 1;; attempt++) {
            HttpRequest request = requestOf(call, accept, key, body);
            long began = System.nanoTime();
            HttpResponse<byte[]> response = null;
            AdcoreException error;
            Duration wait;
            try {
                response = attempt(request, call.options.timeoutOr(settings.timeout), attempt);
                call.options.receive(new ResponseInfo(response.statusCode(), response.headers(), attempt));
                T made = response.statusCode() / 100 == 2 ? read.apply(response) : null;
                if (made != null || response.statusCode() == 304) {
                    log(call, attempt, response, began, null);
                    return made;
                }
                error = refusalOf(response, attempt);
            } catch (NetworkException lost) {
                error = lost;
            }
            wait = attempt > retries ? null : waitBefore(call, error, attempt);
            log(call, attempt, response, began, wait);
            if (wait == null) {
                throw error;
            }
            sleep(wait, error);
        }
    }

    private HttpRequest requestOf(Call call, String accept, String key, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.base + call.target()));
        if (settings.base.startsWith("http:")) {
            request.version(HttpClient.Version.HTTP_1_1); // an upgrade to HTTP/2 without TLS disturbs some proxies
        }
        request.timeout(call.options.timeoutOr(settings.timeout));
        request.setHeader("User-Agent", USER_AGENT);
        request.setHeader("Accept", accept);
        String token = settings.token == null ? null : settings.token.get();
        if (token != null && !token.isEmpty()) {
            request.setHeader("Authorization", "Bearer " + token);
        }
        String space = call.options.spaceIdOr(settings.spaceId);
        if (space != null) {
            request.setHeader("X-Space-Id", space);
        }
        if (key != null && call.method.equals("POST")) {
            request.setHeader("Idempotency-Key", key);
        }
        if (body != null) {
            request.setHeader("Content-Type", "application/json");
        }
        call.headers.forEach(request::setHeader);
        call.options.headers().forEach(request::setHeader);
        return request
                .method(call.method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    /** The timeout of a request of HttpClient ends with the headers; this one includes the body. */
    private HttpResponse<byte[]> attempt(HttpRequest request, Duration timeout, int attempt) {
        CompletableFuture<HttpResponse<byte[]>> sent =
                settings.httpClient.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException error) {
            sent.cancel(true);
            throw late(timeout, attempt, error);
        } catch (InterruptedException error) {
            sent.cancel(true);
            throw interrupted(attempt, error);
        } catch (ExecutionException error) {
            Throwable cause = error.getCause();
            if (cause instanceof HttpTimeoutException) {
                throw late(timeout, attempt, cause);
            }
            Fault fault = new Fault("NETWORK_ERROR", "The request failed: " + cause);
            fault.attempts = attempt;
            fault.cause = cause;
            throw new NetworkException(fault);
        }
    }

    private static NetworkException late(Duration timeout, int attempt, Throwable cause) {
        Fault fault = new Fault("TIMEOUT", "No response after " + timeout.toMillis() + " ms");
        fault.attempts = attempt;
        fault.cause = cause;
        return new RequestTimeoutException(fault);
    }

    private static NetworkException interrupted(int attempt, InterruptedException cause) {
        Thread.currentThread().interrupt();
        Fault fault = new Fault("INTERRUPTED", "The thread was interrupted");
        fault.attempts = attempt;
        fault.cause = cause;
        return new NetworkException(fault);
    }

    private static void sleep(Duration wait, AdcoreException after) {
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException error) {
            throw interrupted(after.attempts(), error);
        }
    }

    private void log(Call call, int attempt, HttpResponse<byte[]> response, long began, Duration retryIn) {
        if (settings.logger != null) {
            settings.logger.accept(new LogEvent(call, attempt, response == null ? 0 : response.statusCode(),
                    response == null ? null : response.headers().firstValue("X-Request-Id").orElse(null),
                    Duration.ofNanos(System.nanoTime() - began), retryIn));
        }
    }

    /** The time before the next attempt; null where there is none. */
    private static Duration waitBefore(Call call, AdcoreException error, int attempt) {
        if (error.status() != 429 && error.status() != 503) {
            boolean isTransient = error instanceof NetworkException || error instanceof ServerException
                    || Version.RETRY_STATUSES.contains(error.status());
            if (!isTransient || call.isConditional() || error.code().equals("INTERRUPTED")) {
                return null;
            }
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (error.retryAfter() != null) {
            return error.retryAfter().compareTo(LONGEST_RETRY_AFTER) > 0 ? null
                    : error.retryAfter().plusMillis(random.nextLong(LONGEST_JITTER_MS));
        }
        long wait = attempt > 10 ? LONGEST_WAIT_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << (attempt - 1));
        return Duration.ofMillis(wait / 2 + random.nextLong(wait / 2));
    }

    private static AdcoreException refusalOf(HttpResponse<byte[]> response, int attempt) {
        int status = response.statusCode();
        Map<String, Object> envelope = envelopeOf(response.body());
        Map<String, Object> error = Model.membersOf(envelope == null ? null : envelope.get("error"));
        Fault fault = new Fault(textOf(error.get("code"), "HTTP_" + status),
                textOf(error.get("message"), "The server answered " + status + " without an error of the API"));
        fault.status = status;
        fault.requestId = response.headers().firstValue("X-Request-Id").orElse(null);
        fault.details = Model.membersOf(error.get("details"));
        fault.attempts = attempt;
        fault.retryAfter = response.headers().firstValue("Retry-After").map(Http::durationOf).orElse(null);
        if (fault.retryAfter == null && fault.details.get("retryAfter") instanceof Long) {
            fault.retryAfter = Duration.ofSeconds((Long) fault.details.get("retryAfter"));
        }
        return fault.exception();
    }

    private static String textOf(Object value, String other) {
        return value instanceof String ? (String) value : other;
    }

    /** A Retry-After: seconds, or a date of HTTP. */
    private static Duration durationOf(String text) {
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            Duration left = Duration.between(Instant.now(), at);
            return left.isNegative() ? Duration.ZERO : left;
        } catch (DateTimeException error) {
            return null;
        }
    }
}
