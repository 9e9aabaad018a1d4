import adcore.Adcore;
import adcore.AdcoreException;
import adcore.BatchOperation;
import adcore.Campaign;
import adcore.CampaignBidding;
import adcore.CampaignCreate;
import adcore.CampaignUpdate;
import adcore.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cases of tests/sdk/cases.json by the Java package. Prints "ok CASE" or "not ok CASE: why". */
public final class Conformance {
    static final String ADDRESS = System.getenv("ADCORE_URL");
    static final String TOKEN = System.getenv("ADCORE_TOKEN");
    static final String SPACE = System.getenv("ADCORE_SPACE");
    static final String GROUP = System.getenv("ADCORE_ROWS_GROUP");
    static final int ROWS = Integer.parseInt(System.getenv("ADCORE_ROWS"));
    static final Adcore CLIENT = made().build();

    private static final HttpClient CONTROL = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static int serial;

    private Conformance() {}

    /** A case; it ends with an exception where something does not hold. */
    interface Case {
        void run() throws Exception;
    }

    /** A request as the proxy saw it. */
    static final class Seen {
        final String query;
        final String body;
        private final Map<?, ?> headers;

        private Seen(Map<?, ?> found) {
            query = (String) found.get("query");
            body = (String) found.get("body");
            headers = (Map<?, ?>) found.get("headers");
        }

        String header(String name) {
            return (String) headers.get(name);
        }
    }

    static Adcore.Builder made() {
        return Adcore.builder().baseUrl(ADDRESS).token(TOKEN);
    }

    static void check(boolean holds, Object... why) {
        if (!holds) {
            throw new AssertionError("does not hold " + List.of(why));
        }
    }

    static void same(Object found, Object wanted) {
        check(wanted.equals(found), "found " + found, "wanted " + wanted);
    }

    /** The exception of a call that is refused. */
    static <E extends Exception> E refused(Class<E> kind, Case work) throws Exception {
        try {
            work.run();
        } catch (Exception error) {
            if (kind.isInstance(error)) {
                return kind.cast(error);
            }
            throw error;
        }
        throw new AssertionError("no " + kind.getSimpleName());
    }

    private static String control(HttpRequest.Builder request) {
        try {
            return CONTROL.send(request.uri(URI.create(ADDRESS + "/_control")).build(), HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    /** Each fault is a map, the next fault of the list. */
    static void faults(Map<?, ?>... list) {
        String body = BatchOperation.builder().put("faults", Arrays.asList(list)).build().toJson();
        control(HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    static List<Seen> seen() {
        Object found = Event.fromJson("{\"seen\":" + control(HttpRequest.newBuilder().GET()) + "}").get("seen");
        List<Seen> made = new ArrayList<>();
        ((List<?>) found).forEach(each -> made.add(new Seen((Map<?, ?>) each)));
        return made;
    }

    static Map<String, Object> canned(String match, int status, String code, Map<String, Object> details, Map<String, Object> headers,
            int times) {
        Map<String, Object> failure = Map.of("code", code, "message", "From the proxy.", "details", details);
        return Map.of("match", match, "status", status, "headers", headers, "times", times, "body", Map.of("error", failure));
    }

    static Map<String, Object> canned(int status, String code, Map<String, Object> details) {
        return canned("GET /me", status, code, details, Map.of(), 1);
    }

    static Map<String, Object> replaced(String match, String old, String now) {
        return Map.of("match", match, "replace", List.of(List.of(old, now)));
    }

    static BigDecimal money(String text) {
        return new BigDecimal(text);
    }

    static CampaignCreate.Builder body(String name, String budget) {
        return CampaignCreate.builder().name(name).type("SEARCH").budget(money(budget));
    }

    static Campaign draftOf(String budget) {
        serial++;
        return CLIENT.campaigns().create(body("Java " + serial, budget).labels(List.of("kept")).build());
    }

    static Campaign draft() {
        return draftOf("20");
    }

    static Campaign get(String id) {
        return CLIENT.campaigns().get(id);
    }

    static Campaign update(String id, CampaignUpdate.Builder body) {
        return CLIENT.campaigns().update(id, body.build());
    }

    static CampaignUpdate.Builder budget(String text) {
        return CampaignUpdate.builder().budget(money(text));
    }

    static CampaignBidding bidding(String cpc) {
        return CampaignBidding.builder().strategy("MANUAL_CPC").maxCpc(money(cpc)).build();
    }

    static boolean isRequestId(String text) {
        return text != null && text.startsWith("req_");
    }

    private static void run(String name, Case test) {
        try {
            faults();
            test.run();
            System.out.println("ok " + name);
        } catch (Exception | AssertionError error) {
            System.out.println("not ok " + name + ": " + String.valueOf(error).replace("\n", " | "));
            if (!(error instanceof AdcoreException)) {
                error.printStackTrace();
            }
        }
    }

    public static void main(String[] arguments) {
        Map<String, Case> cases = new LinkedHashMap<>();
        ClientCases.add(cases);
        ValueCases.add(cases);
        RetryCases.add(cases);
        ErrorCases.add(cases);
        SyncCases.add(cases);
        cases.forEach(Conformance::run);
    }
}
