import adcore.AdHeadline;
import adcore.AdsListParams;
import adcore.Asset;
import adcore.AssetCreate;
import adcore.Batch;
import adcore.BatchOperation;
import adcore.BatchResults;
import adcore.Campaign;
import adcore.CampaignBidding;
import adcore.CampaignUpdate;
import adcore.CampaignsCreateParams;
import adcore.CampaignsListParams;
import adcore.Page;
import adcore.PerformanceMeta;
import adcore.PerformanceRow;
import adcore.TextOr;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Objects, amounts, updates, unknown fields. */
final class ValueCases {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

    private ValueCases() {}

    static void add(Map<String, Conformance.Case> cases) {
        cases.put("create", () -> Conformance.check(Conformance.draft().id().startsWith("cmp_")));
        cases.put("get", () -> {
            Campaign made = Conformance.draft();
            Conformance.same(Conformance.get(made.id()), made);
            Conformance.same(Campaign.fromJson(made.toJson()), made);
            Conformance.check(Duration.between(made.createdAt(), Instant.now()).abs().toMinutes() < 5, made.createdAt());
            CampaignsListParams since = CampaignsListParams.builder().updatedSince(made.createdAt().minusNanos(1)).limit(1).build();
            Conformance.same(Conformance.CLIENT.campaigns().list(since).page().data().get(0).id(), made.id());
        });
        addMoney(cases);
        addUpdates(cases);
        addUnknown(cases);
        addObjects(cases);
    }

    private static Conformance.Case stored(String text) {
        return () -> {
            Campaign made = Conformance.draftOf(text);
            Conformance.same(made.budget(), Conformance.money(text));
            Conformance.same(Conformance.get(made.id()).budget(), Conformance.money(text));
        };
    }

    private static void addMoney(Map<String, Conformance.Case> cases) {
        cases.put("money-smallest", stored("0.01"));
        cases.put("money-exact", stored("131072.01"));
        cases.put("money-largest", stored("999999999.99"));
        cases.put("money-wire", () -> {
            Conformance.draftOf("131072.01");
            Conformance.draftOf("2E+1");
            Conformance.check(Conformance.seen().get(0).body.contains("\"budget\":131072.01,"), Conformance.seen().get(0).body);
            Conformance.check(Conformance.seen().get(1).body.contains("\"budget\":20,"), Conformance.seen().get(1).body);
        });
        cases.put("money-nested", () -> {
            Campaign made = Conformance.CLIENT.campaigns()
                    .create(Conformance.body("Nested", "5").bidding(Conformance.bidding("1234.56")).build());
            Conformance.same(Conformance.get(made.id()).bidding().maxCpc(), Conformance.money("1234.56"));
        });
        cases.put("money-refused", () -> {
            for (String each : List.of("12,50", "", "1e400", "1e999999999", "0.0000001", "99999999999999999999")) {
                Conformance.refused(IllegalArgumentException.class, () -> Conformance.draftOf(each));
            }
            Conformance.same(Conformance.seen().size(), 0);
        });
    }

    private static void addUpdates(Map<String, Conformance.Case> cases) {
        cases.put("patch-absent", () -> {
            Campaign changed = Conformance.update(Conformance.draft().id(), Conformance.budget("6"));
            Conformance.same(changed.budget(), BigDecimal.valueOf(6));
            Conformance.same(changed.labels(), List.of("kept"));
        });
        cases.put("patch-null", () -> Conformance.same(
                Conformance.update(Conformance.draft().id(), CampaignUpdate.builder().labels(null)).labels(), List.of()));
        cases.put("patch-body", () -> {
            Campaign made = Conformance.draft();
            Conformance.faults();
            Conformance.update(made.id(), Conformance.budget("7").labels(null));
            Conformance.same(Conformance.seen().get(0).body, "{\"budget\":7,\"labels\":null}");
        });
    }

    private static void addUnknown(Map<String, Conformance.Case> cases) {
        cases.put("unknown-enum", () -> {
            Campaign made = Conformance.draft();
            Conformance.faults(Conformance.replaced("GET /campaigns/", "\"STAGED\"", "\"LATER\""));
            Conformance.same(Conformance.get(made.id()).syncState(), "LATER");
        });
        cases.put("unknown-field", () -> {
            Campaign made = Conformance.draft();
            Conformance.faults(Conformance.replaced("GET /campaigns/", "\"labels\"", "\"mood\":\"sunny\",\"labels\""));
            Conformance.same(Conformance.get(made.id()).get("mood"), "sunny");
        });
        cases.put("read-modify-write", () -> {
            Campaign made = Conformance.CLIENT.campaigns()
                    .create(Conformance.body("Read", "5").bidding(Conformance.bidding("1.5")).build());
            String later = "\"LATER\",\"mood\":\"sunny\",\"size\":12345678901234567890.123456789";
            Conformance.faults(Conformance.replaced("GET /campaigns/", "\"MANUAL_CPC\"", later),
                    Map.of("match", "PATCH /campaigns/", "status", 200, "body", Map.of("data", Map.of(), "meta", Map.of())));
            CampaignBidding read = Conformance.get(made.id()).bidding();
            CampaignBidding changed = read.toBuilder().maxCpc(Conformance.money("2.25")).build();
            Conformance.same(read.maxCpc(), Conformance.money("1.5"));
            Conformance.update(made.id(), CampaignUpdate.builder().bidding(changed));
            String sent = Conformance.seen().get(1).body;
            Conformance.check(sent.contains("\"strategy\":" + later) && sent.contains("\"maxCpc\":2.25"), sent);
        });
    }

    private static void addObjects(Map<String, Conformance.Case> cases) {
        cases.put("text-or-object", () -> {
            Campaign campaign = SyncCases.whole();
            List<TextOr<AdHeadline>> heads = Conformance.CLIENT.ads()
                    .list(AdsListParams.builder().campaignId(campaign.id()).build()).all().get(0).headlines();
            Conformance.same(heads.get(0).text(), "Fresh bread");
            Conformance.same(heads.get(1).object().pin(), "HEADLINE_1");
            Conformance.check(heads.get(2).object() == null);
        });
        cases.put("counts", () -> {
            String row = "{\"platform\":\"google\",\"name\":\"n\",\"impressions\":3000000000,\"clicks\":1,\"cost\":262144.01}";
            String meta = "{\"requestId\":\"r\",\"nextCursor\":null,\"total\":1,"
                    + "\"totals\":{\"impressions\":3000000000,\"cost\":12345678901.123456}}";
            Conformance.faults(Map.of("match", "GET /reports", "status", 200, "body", "{\"data\":[" + row + "],\"meta\":" + meta + "}"));
            Page<PerformanceRow, PerformanceMeta> page = Conformance.CLIENT.reports().performance().page();
            Conformance.same(page.data().get(0).impressions(), 3000000000L);
            Conformance.same(page.data().get(0).cost(), Conformance.money("262144.01"));
            Conformance.same(page.meta().totals().cost(), Conformance.money("12345678901.123456"));
        });
        cases.put("batch", () -> {
            BatchResults done = Conformance.CLIENT.campaigns().batch(Batch.builder().operations(List.of(
                    BatchOperation.builder().method("POST").body(Conformance.body("B1", "5").build()).build(),
                    BatchOperation.builder().method("POST").body(Conformance.body("B2", "5").build()).build())).build());
            Conformance.same(done.results().size(), 2);
            done.results().forEach(each -> Conformance.same(each.status(), 201L));
        });
        cases.put("image", () -> {
            byte[] bits = Base64.getDecoder().decode(PIXEL);
            Asset made = Conformance.CLIENT.assets().create(AssetCreate.builder().type("IMAGE").name("Java pixel").data(bits).build());
            Conformance.check(Arrays.equals(Conformance.CLIENT.assets().content(made.id()), bits));
        });
        cases.put("validate-only", () -> {
            Campaign checked = Conformance.CLIENT.campaigns().create(Conformance.body("Checked", "5").build(),
                    CampaignsCreateParams.builder().validateOnly(true).build());
            Conformance.check(checked.id() == null, checked);
            CampaignsListParams named = CampaignsListParams.builder().q("Checked").build();
            Conformance.same(Conformance.CLIENT.campaigns().list(named).page().meta().total(), 0L);
        });
    }
}
