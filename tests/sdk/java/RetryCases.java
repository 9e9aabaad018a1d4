import adcore.Adcore;
import adcore.Campaign;
import adcore.CampaignCreate;
import adcore.CampaignsCreateParams;
import adcore.CampaignsListParams;
import adcore.ConflictException;
import adcore.MeGetParams;
import adcore.NetworkException;
import adcore.RateLimitException;
import adcore.RequestTimeoutException;
import adcore.ServerException;
import adcore.ValidationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Idempotency keys, retries, timeouts. */
final class RetryCases {
    private RetryCases() {}

    /** A create that fails once, is sent again with the same key after `least`, and makes one object. */
    private static Conformance.Case repeated(int status, Map<String, Object> headers, Duration least) {
        return () -> {
            Conformance.faults(Conformance.canned("POST /campaigns", status, "X", Map.of(), headers, 1));
            long began = System.nanoTime();
            Conformance.check(Conformance.draft().id() != null);
            Conformance.check(System.nanoTime() - began >= least.toNanos(), "it did not wait");
            List<Conformance.Seen> sent = Conformance.seen();
            Conformance.same(sent.size(), 2);
            Conformance.same(sent.get(0).header("idempotency-key"), sent.get(1).header("idempotency-key"));
        };
    }

    private static Campaign create(String name, CampaignsCreateParams params) {
        CampaignCreate body = Conformance.body(name, "5").build();
        return Conformance.CLIENT.campaigns().create(body, params);
    }

    static void add(Map<String, Conformance.Case> cases) {
        Map<String, Object> second = Map.of("Retry-After", "1");
        cases.put("key-kept", repeated(503, Map.of(), Duration.ZERO));
        cases.put("retry-429", repeated(429, second, Duration.ofSeconds(1)));
        cases.put("retry-503", repeated(503, second, Duration.ofSeconds(1)));
        cases.put("retry-500", repeated(500, Map.of(), Duration.ZERO));
        cases.put("key-made", () -> {
            Conformance.draft();
            Conformance.draft();
            String first = Conformance.seen().get(0).header("idempotency-key");
            Conformance.check(first != null && !first.equals(Conformance.seen().get(1).header("idempotency-key")), first);
        });
        cases.put("key-twice", () -> {
            List<Boolean> replayed = new ArrayList<>();
            CampaignsCreateParams params = CampaignsCreateParams.builder().idempotencyKey("java-twice")
                    .onResponse(info -> replayed.add(info.replayed())).build();
            Conformance.same(create("Twice", params).id(), create("Twice", params).id());
            Conformance.same(replayed, List.of(false, true));
        });
        cases.put("key-conflict", () -> {
            CampaignsCreateParams params = CampaignsCreateParams.builder().idempotencyKey("java-conflict").build();
            create("One", params);
            Conformance.same(Conformance.refused(ConflictException.class, () -> create("Two", params)).code(), "IDEMPOTENCY_CONFLICT");
        });
        addCuts(cases);
        addEnds(cases);
    }

    private static void addCuts(Map<String, Conformance.Case> cases) {
        cases.put("cut-before", () -> {
            Conformance.faults(Map.of("match", "GET /me", "cut", "before"));
            Conformance.check(Conformance.CLIENT.me().get().uid() != null);
        });
        cases.put("cut-after", () -> {
            Conformance.faults(Map.of("match", "POST /campaigns", "cut", "after"));
            Campaign made = create("Cut once", null);
            List<Campaign> found = Conformance.CLIENT.campaigns().list(CampaignsListParams.builder().q("Cut once").build()).all();
            Conformance.check(found.size() == 1 && found.get(0).id().equals(made.id()), found);
        });
        cases.put("retry-conditional", () -> {
            Campaign made = Conformance.draft();
            Conformance.faults(Map.of("match", "PATCH", "cut", "after"));
            Conformance.refused(NetworkException.class,
                    () -> Conformance.update(made.id(), Conformance.budget("9").expectedVersion(1)));
            Conformance.same(Conformance.seen().size(), 1);
        });
        cases.put("timeout", () -> {
            Conformance.faults(Map.of("match", "GET /me", "delay", 2));
            MeGetParams hurried = MeGetParams.builder().timeout(Duration.ofMillis(100)).maxRetries(0).build();
            Conformance.refused(RequestTimeoutException.class, () -> Conformance.CLIENT.me().get(hurried));
            stalled();
        });
        cases.put("network", () -> {
            Adcore nowhere = Conformance.made().baseUrl("http://127.0.0.1:9").maxRetries(0).build();
            NetworkException error = Conformance.refused(NetworkException.class, () -> nowhere.me().get());
            Conformance.check(!(error instanceof RequestTimeoutException) && error.status() == 0, error);
            Thread.currentThread().interrupt();
            NetworkException stopped = Conformance.refused(NetworkException.class, () -> Conformance.CLIENT.me().get());
            Conformance.check(Thread.interrupted() && stopped.code().equals("INTERRUPTED") && stopped.attempts() == 1, stopped);
        });
    }

    /** A response whose body does not end is late, too. */
    private static void stalled() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Adcore slow = Conformance.made().baseUrl("http://127.0.0.1:" + listener.getLocalPort()).build();
            CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(() -> {
                try {
                    Socket socket = listener.accept();
                    String head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{";
                    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                    return socket;
                } catch (IOException error) {
                    throw new UncheckedIOException(error);
                }
            });
            MeGetParams patient = MeGetParams.builder().timeout(Duration.ofSeconds(1)).maxRetries(0).build();
            Conformance.refused(RequestTimeoutException.class, () -> slow.me().get(patient));
            accepted.join().close();
        }
    }

    private static void addEnds(Map<String, Conformance.Case> cases) {
        cases.put("retry-never", () -> {
            Conformance.faults(Conformance.canned(400, "VALIDATION_ERROR", Map.of("fields", List.of())));
            Conformance.refused(ValidationException.class, () -> Conformance.CLIENT.me().get());
            Conformance.same(Conformance.seen().size(), 1);
        });
        cases.put("retry-ends", () -> {
            Conformance.faults(Conformance.canned("GET /me", 503, "UNAVAILABLE", Map.of(), Map.of(), 9));
            MeGetParams once = MeGetParams.builder().maxRetries(1).build();
            ServerException error = Conformance.refused(ServerException.class, () -> Conformance.CLIENT.me().get(once));
            Conformance.check(error.attempts() == 2 && Conformance.seen().size() == 2, error.attempts());
        });
        cases.put("retry-long", () -> {
            Map<String, Object> hour = Map.of("Retry-After", "3600");
            Conformance.faults(Conformance.canned("GET /me", 429, "RATE_LIMITED", Map.of("bucket", "daily"), hour, 1));
            RateLimitException error = Conformance.refused(RateLimitException.class, () -> Conformance.CLIENT.me().get());
            Conformance.same(error.retryAfter(), Duration.ofHours(1));
            Conformance.same(Conformance.seen().size(), 1);
        });
    }
}
