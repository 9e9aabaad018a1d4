package adcore;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The parts that a client was built from. */
final class Settings {
    final String base;
    final Supplier<String> token;
    final String spaceId;
    final Duration timeout;
    final int maxRetries;
    final HttpClient httpClient;
    final Consumer<LogEvent> logger;

    Settings(String baseUrl, Supplier<String> token, String spaceId, Duration timeout, int maxRetries, HttpClient httpClient,
            Consumer<LogEvent> logger) {
        this.base = baseOf(Objects.requireNonNull(baseUrl, "baseUrl"));
        this.token = token;
        this.spaceId = spaceId;
        this.timeout = timeout;
        this.maxRetries = maxRetries;
        this.httpClient = httpClient == null ? clientOf(timeout) : httpClient;
        this.logger = logger;
    }

    /** The address with /api/v1. */
    private static String baseOf(String url) {
        String bare = url.replaceAll("/+$", "");
        URI.create(bare);
        return bare.matches(".*/api/v[0-9]+") ? bare : bare + "/api/v1";
    }

    private static HttpClient clientOf(Duration timeout) {
        return HttpClient.newBuilder().connectTimeout(timeout).followRedirects(HttpClient.Redirect.NEVER).build();
    }
}
