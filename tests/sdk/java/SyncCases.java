import adcore.AdCreate;
import adcore.AdGroup;
import adcore.AdGroupCreate;
import adcore.AdHeadline;
import adcore.Campaign;
import adcore.KeywordCreate;
import adcore.SyncPlan;
import adcore.SyncPreview;
import adcore.SyncRun;
import adcore.TextOr;
import java.util.List;
import java.util.Map;

/** preview, push, wait. */
final class SyncCases {
    private SyncCases() {}

    /** A campaign with a group, an ad and a keyword. */
    static Campaign whole() {
        Campaign campaign = Conformance.draft();
        AdGroup group = Conformance.CLIENT.adGroups()
                .create(AdGroupCreate.builder().campaignId(campaign.id()).name("Group").build());
        AdHeadline pinned = AdHeadline.builder().text("Baked at 5 am").pin("HEADLINE_1").build();
        Conformance.CLIENT.ads().create(AdCreate.builder()
                .adGroupId(group.id()).type("RESPONSIVE_SEARCH").finalUrl("https://bakery.example/bread")
                .headlines(List.of(TextOr.of("Fresh bread"), TextOr.of(pinned), TextOr.of("Order until 8 pm")))
                .descriptions(List.of(TextOr.of("Sourdough, rye and rolls."), TextOr.of("Pick up from 6 am.")))
                .build());
        Conformance.CLIENT.keywords()
                .create(KeywordCreate.builder().adGroupId(group.id()).text("bread").matchType("EXACT").build());
        return campaign;
    }

    static SyncPlan planOf(Campaign campaign) {
        return Conformance.CLIENT.sync().preview(SyncPreview.builder().campaignIds(List.of(campaign.id())).build());
    }

    private static SyncRun pushed(Campaign campaign) {
        SyncPlan plan = planOf(campaign);
        Conformance.same(plan.violations(), List.of());
        SyncRun run = Conformance.CLIENT.sync().waitFor(Conformance.CLIENT.sync().push(plan));
        Conformance.same(run.status(), "SUCCEEDED");
        return run;
    }

    static void add(Map<String, Conformance.Case> cases) {
        cases.put("push", () -> {
            SyncRun done = pushed(whole());
            Conformance.same(done.progress().done(), done.progress().total());
        });
        cases.put("restore", () -> {
            Campaign made = whole();
            pushed(made);
            Conformance.same(Conformance.CLIENT.campaigns().delete(made.id()).syncState(), "PENDING_REMOVAL");
            Conformance.check(!Conformance.CLIENT.campaigns().restore(made.id()).syncState().equals("PENDING_REMOVAL"));
        });
    }
}
