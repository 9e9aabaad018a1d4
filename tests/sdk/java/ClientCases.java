import static adcore.WebhookSignature.verify;

import adcore.Adcore;
import adcore.Identity;
import adcore.Keyword;
import adcore.KeywordCreate;
import adcore.KeywordsListParams;
import adcore.ListMeta;
import adcore.LogEvent;
import adcore.MeGetParams;
import adcore.Page;
import adcore.Pages;
import adcore.ResponseInfo;
import adcore.WebhookSignatureException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Client, lists, webhooks. */
final class ClientCases {
    private static final String EVENT = "{\"id\":\"evt_1\",\"type\":\"run.ended\"}";
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);

    private ClientCases() {}

    static void add(Map<String, Conformance.Case> cases) {
        cases.put("me", () -> {
            Identity me = Conformance.CLIENT.me().get();
            Conformance.same(me.environment(), "test");
            Conformance.same(me.space().id(), Conformance.SPACE);
        });
        cases.put("user-agent", () -> {
            Conformance.CLIENT.me().get();
            String agent = Conformance.seen().get(0).header("user-agent");
            Conformance.check(agent.matches("adcore-java/\\d+\\.\\d+\\.\\d+ java/\\d+"), agent);
        });
        cases.put("base-url", () -> {
            Adcore own = Conformance.made().baseUrl(Conformance.ADDRESS + "/api/v1/").build();
            Conformance.check(own.me().get().uid() != null);
        });
        cases.put("token-provider", () -> {
            AtomicInteger calls = new AtomicInteger();
            Adcore own = Adcore.builder().baseUrl(Conformance.ADDRESS).tokenProvider(() -> {
                calls.incrementAndGet();
                return Conformance.TOKEN;
            }).build();
            // HttpClient itself sends a GET once more, with the same token; a POST is the package's to send again.
            Conformance.faults(Map.of("match", "POST /campaigns", "cut", "before"));
            own.campaigns().create(Conformance.body("Token", "5").build());
            Conformance.same(calls.get(), 2);
        });
        cases.put("space", () -> {
            Conformance.CLIENT.me().get(MeGetParams.builder().spaceId(Conformance.SPACE).build());
            Conformance.made().spaceId(Conformance.SPACE).build().me().get();
            Conformance.seen().forEach(each -> Conformance.same(each.header("x-space-id"), Conformance.SPACE));
        });
        cases.put("logger", () -> {
            List<LogEvent> events = new ArrayList<>();
            Conformance.made().logger(events::add).build().me().get();
            Conformance.same(events.size(), 1);
            LogEvent event = events.get(0);
            Conformance.check(event.operation().equals("getMe") && event.status() == 200, event);
            Conformance.check(Conformance.isRequestId(event.requestId()) && !event.toString().contains(Conformance.TOKEN), event);
        });
        cases.put("response", () -> {
            List<ResponseInfo> infos = new ArrayList<>();
            Conformance.CLIENT.me().get(MeGetParams.builder().onResponse(infos::add).build());
            Conformance.check(infos.get(0).status() == 200 && Conformance.isRequestId(infos.get(0).requestId()));
        });
        cases.put("open", () -> {
            Adcore open = Adcore.builder().baseUrl(Conformance.ADDRESS).build();
            Conformance.check(!open.description().changelog().versions().isEmpty());
        });
        addPages(cases);
        addWebhooks(cases);
    }

    private static Pages<Keyword, ListMeta> rows(long limit) {
        return Conformance.CLIENT.keywords().list(KeywordsListParams.builder().adGroupId(Conformance.GROUP).limit(limit).build());
    }

    private static void addPages(Map<String, Conformance.Case> cases) {
        cases.put("pages-all", () -> {
            Set<String> ids = new HashSet<>();
            for (Keyword each : rows(200)) {
                ids.add(each.id());
            }
            Conformance.check(ids.size() >= Conformance.ROWS, ids.size());
        });
        cases.put("pages-added", () -> {
            List<String> texts = new ArrayList<>();
            for (Keyword each : rows(200)) {
                if (texts.size() % 200 == 0) {
                    Conformance.CLIENT.keywords().create(KeywordCreate.builder().adGroupId(Conformance.GROUP)
                            .text("added " + texts.size()).matchType("EXACT").build());
                }
                texts.add(each.text());
            }
            Conformance.same(texts.stream().filter(each -> each.startsWith("row ")).count(), (long) Conformance.ROWS);
            Conformance.same(new HashSet<>(texts).size(), texts.size());
        });
        cases.put("pages-page", () -> {
            Page<Keyword, ListMeta> page = rows(3).page();
            Conformance.same(page.data().size(), 3);
            Conformance.check(page.meta().total() >= Conformance.ROWS && page.meta().nextCursor() != null);
            Conformance.check(!rows(3).page(page.meta().nextCursor()).data().equals(page.data()));
        });
        cases.put("pages-lazy", () -> {
            Conformance.same(rows(5).stream().limit(4).collect(Collectors.toList()).size(), 4);
            Conformance.same(Conformance.seen().size(), 1);
        });
        cases.put("pages-filter", () -> {
            Conformance.CLIENT.campaigns()
                    .list(adcore.CampaignsListParams.builder().status("PAUSED", "ENABLED").limit(1).build()).page();
            Conformance.same(Conformance.seen().get(0).query, "limit=1&status=PAUSED,ENABLED");
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> signed(long age) throws Exception {
        String at = String.valueOf(Instant.now().getEpochSecond() - age);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        String signature = Base64.getEncoder().encodeToString(mac.doFinal(bytes("evt_1." + at + "." + EVENT)));
        return Map.of("webhook-id", "evt_1", "webhook-timestamp", at, "Webhook-Signature", "v1,AAAA v1," + signature);
    }

    private static void addWebhooks(Map<String, Conformance.Case> cases) {
        cases.put("webhook", () -> {
            Map<String, String> heads = signed(0);
            Conformance.same(verify(bytes(EVENT), heads, SECRET).type(), "run.ended");
        });
        cases.put("webhook-tampered", () -> {
            Map<String, String> heads = signed(0);
            byte[] changed = bytes(EVENT.replace("ended", "begun"));
            Conformance.refused(WebhookSignatureException.class, () -> verify(changed, heads, SECRET));
            Conformance.refused(WebhookSignatureException.class, () -> verify(bytes(EVENT), heads, "whsec_"));
            Conformance.refused(WebhookSignatureException.class, () -> verify(bytes(EVENT), Map.of(), SECRET));
        });
        cases.put("webhook-old", () -> {
            for (long age : new long[] {400, -400}) {
                Map<String, String> heads = signed(age);
                Conformance.refused(WebhookSignatureException.class, () -> verify(bytes(EVENT), heads, SECRET));
            }
        });
    }
}
