/* The demo's campaigns: see demo.h. */
#include "cli/demo/demo.h"

static const struct ad_demo_ad bread_sourdough[] = {
	{ "sourdough", "fresh",
	  "Sourdough Baked at 5 am|Harbour Bakery Bristol|Long-Fermented Bread|Order by 8 pm, "
	  "Pick Up at 7|Four Shops Near You|Rye, Wheat and Spelt|Still Warm at Opening Time|"
	  "Stone-Baked Every Morning|",
	  "Flour, water, salt and 36 hours. Sourdough from our own oven on Wapping Wharf.|"
	  "Order tonight, collect tomorrow from 7 am in Bristol or Bath.|Sliced on request, "
	  "half loaves on every weekday.|",
	  NULL, NULL },
	{ "sourdough", "order",
	  "Order Sourdough Online|Collect From 7 am|Baked This Morning|No Additives, Ever|"
	  "Loaves From 3.90|Harbour Bakery|",
	  "Reserve your loaf until 8 pm and skip the queue in the morning.|Organic flour from "
	  "a mill 20 miles away.|",
	  NULL, NULL },
};
static const struct ad_demo_ad bread_rye[] = {
	{ "rye", "seeded",
	  "Dark Rye, Baked Slowly|Seeded Loaves Daily|Harbour Bakery Bath|Rye That Keeps for a "
	  "Week|Sunflower, Linseed, Oat|Order by 8 pm|",
	  "Dense, dark and moist: rye bread that still tastes on day five.|Try a slice at the "
	  "counter before you choose.|",
	  NULL, NULL },
};
static const struct ad_demo_ad bread_rolls[] = {
	{ "rolls", "breakfast",
	  "Warm Rolls From 6.30 am|Breakfast to Take Away|Six Rolls, One Bag|Croissants With "
	  "Real Butter|Open on Sundays|Harbour Bakery|",
	  "Rolls, croissants and filter coffee on your way to work.|Order a breakfast bag "
	  "tonight, collect it warm tomorrow.|",
	  NULL, NULL },
};
static const struct ad_demo_group bread[] = {
	{ "Sourdough", "/bread/sourdough", bread_sourdough, AD_LEN(bread_sourdough),
	  "[sourdough bread bristol]|[sourdough bakery bath]|\"sourdough bread near me\"|"
	  "\"fresh sourdough\"|\"organic sourdough loaf\"|sourdough bakery|-\"starter kit\"|"
	  "-\"discard\"|",
	  NULL },
	{ "Rye and seeded bread", "/bread/rye", bread_rye, AD_LEN(bread_rye),
	  "[rye bread bristol]|[seeded bread bath]|\"dark rye bread\"|\"seeded loaf\"|"
	  "\"wholegrain bakery\"|rye bakery near me|-\"whiskey\"|",
	  NULL },
	{ "Rolls and breakfast", "/breakfast", bread_rolls, AD_LEN(bread_rolls),
	  "[fresh rolls bristol]|\"bread rolls near me\"|\"breakfast bakery\"|\"butter "
	  "croissant\"|bakery open sunday|",
	  NULL },
};

static const struct ad_demo_ad celebration_birthday[] = {
	{ "birthday", "cakes",
	  "Birthday Cakes in 48 Hours|Your Name in Icing, Free|Cakes for 8 to 60|Vegan and "
	  "Gluten-Free|Choose, Order, Collect|Delivered in Bristol|Baked by Hand|",
	  "Pick a flavour, a size and a message. Ready in two days in all four shops.|Vegan, "
	  "gluten-free and nut-free cakes at the same price.|",
	  NULL, NULL },
	{ "birthday", "delivery",
	  "Birthday Cake Delivery|Within Bristol for 5.00|Order by Noon Today|Candles Included|"
	  "Photo Cakes From 39|Harbour Bakery Cakes|",
	  "We bring the cake upright, cold and on time.|Upload a photo and see the cake before "
	  "you pay.|",
	  NULL, NULL },
};
static const struct ad_demo_ad celebration_wedding[] = {
	{ "wedding", "tasting",
	  "Wedding Cakes, Made in Bath|Book a Free Tasting|Two to Five Tiers|Real Flowers, "
	  "Real Butter|Set Up at Your Venue|From 320, All Included|",
	  "Taste six flavours with us and leave with a drawing of your cake.|We deliver and "
	  "set up at every venue within 40 miles.|",
	  NULL, NULL },
};
static const struct ad_demo_ad celebration_cupcakes[] = {
	{ "traybakes", NULL,
	  "Cupcakes by the Dozen|Traybakes for the Team|Order by Noon|Mixed Boxes From 18|"
	  "Collect Tomorrow|Harbour Bakery|",
	  "Twelve cupcakes, four flavours, one box with your message on it.|Brownies, "
	  "flapjacks and lemon slices, cut and ready to share.|",
	  NULL, NULL },
};
static const struct ad_demo_group celebration[] = {
	{ "Birthday cakes", "/cakes/birthday", celebration_birthday, AD_LEN(celebration_birthday),
	  "[birthday cake bristol]|[birthday cake delivery bristol]|\"birthday cake near me\"|"
	  "\"custom birthday cake\"|\"vegan birthday cake\"|childrens birthday cake|-\"card\"|",
	  NULL },
	{ "Wedding cakes", "/cakes/wedding", celebration_wedding, AD_LEN(celebration_wedding),
	  "[wedding cake bath]|[wedding cake bristol]|\"wedding cake tasting\"|\"naked wedding "
	  "cake\"|wedding cake maker|-\"cheap\"|-\"topper\"|",
	  NULL },
	{ "Cupcakes and traybakes", "/cakes/traybakes", celebration_cupcakes,
	  AD_LEN(celebration_cupcakes),
	  "[cupcakes bristol]|\"cupcakes near me\"|\"brownie box\"|\"traybake delivery\"|"
	  "office cupcakes|-\"cases\"|",
	  NULL },
};

static const struct ad_demo_ad catering_sandwich[] = {
	{ "catering", "lunch",
	  "Sandwich Platters by 11.30|Office Lunch in Bristol|From 6.50 a Head|Order by 4 pm "
	  "the Day Before|Vegan Half, No Extra Cost|One Invoice a Month|",
	  "Fresh bread, good fillings, labelled for every diet. Delivered to your desk.|Set up "
	  "an account once and order in a minute.|",
	  NULL, NULL },
};
static const struct ad_demo_ad catering_breakfast[] = {
	{ "catering", "breakfast",
	  "Breakfast Meetings Sorted|Pastries at Your Door by 8|From 4.80 a Head|Coffee in "
	  "Flasks Included|Bristol and Bath|Harbour Catering|",
	  "Croissants, fruit and filter coffee, set out before your guests come.|Order until 4 "
	  "pm the day before, from six people.|",
	  NULL, NULL },
};
static const struct ad_demo_group catering[] = {
	{ "Sandwich platters", "/catering/platters", catering_sandwich, AD_LEN(catering_sandwich),
	  "[sandwich platters bristol]|[office catering bristol]|\"lunch delivery office\"|"
	  "\"sandwich catering\"|meeting lunch delivery|",
	  NULL },
	{ "Breakfast meetings", "/catering/breakfast", catering_breakfast,
	  AD_LEN(catering_breakfast),
	  "[breakfast catering bristol]|\"pastry delivery office\"|\"breakfast meeting "
	  "catering\"|office breakfast delivery|",
	  NULL },
};

static const struct ad_demo_ad brand_harbour[] = {
	{ "shops", NULL,
	  "Harbour Bakery|Four Shops, One Oven|Opening Hours and Menu|Order Online Until 8 pm|"
	  "Bread, Cakes, Catering|",
	  "Find your nearest shop, see today's bread and order for tomorrow.|Baking on Wapping "
	  "Wharf since 1998.|",
	  NULL, NULL },
};
static const struct ad_demo_group brand[] = {
	{ "Harbour Bakery", "/", brand_harbour, AD_LEN(brand_harbour),
	  "[harbour bakery]|[harbour bakery bristol]|[harbour bakery bath]|\"harbour bakery "
	  "menu\"|\"harbour bakery opening hours\"|",
	  NULL },
};

static const struct ad_demo_ad box_weekly[] = {
	{ "bread-box", NULL,
	  "A Loaf at Your Door, Weekly|Pause or Stop Any Time|First Box at Half Price|Baked "
	  "the Same Morning|Choose Your Breads|Bread Box From 7.50|",
	  "Two loaves a week, chosen by you, on your doorstep by eight.|No contract: skip a "
	  "week with one click.|",
	  NULL, NULL },
};
static const struct ad_demo_ad box_gift[] = {
	{ "gifts", NULL,
	  "Bread Makes a Good Present|Gift Boxes From 24|A Card in Your Words|Delivered on the "
	  "Day|Three Months of Bread|Harbour Bakery Gifts|",
	  "Send sourdough, jam and butter with a handwritten card.|Choose the day; we bake "
	  "that morning and send it out.|",
	  NULL, NULL },
};
static const struct ad_demo_group box[] = {
	{ "Weekly bread box", "/box", box_weekly, AD_LEN(box_weekly),
	  "[bread subscription]|[bread box delivery]|\"weekly bread delivery\"|\"sourdough "
	  "subscription\"|bread by post|",
	  NULL },
	{ "Gift boxes", "/box/gift", box_gift, AD_LEN(box_gift),
	  "[bread gift box]|\"bakery gift box\"|\"food hamper delivery\"|\"foodie gift "
	  "delivery\"|-\"wholesale\"|",
	  NULL },
};

static const struct ad_demo_ad bing_celebration_birthday[] = {
	{ "birthday", "cakes",
	  "Birthday Cakes in 48 Hours|Your Name in Icing, Free|Cakes for 8 to 60|Choose, "
	  "Order, Collect|Delivered in Bristol|",
	  "Pick a flavour, a size and a message. Ready in two days.|Vegan, gluten-free and "
	  "nut-free cakes at the same price.|",
	  NULL, NULL },
};
static const struct ad_demo_ad bing_celebration_wedding[] = {
	{ "wedding", NULL,
	  "Wedding Cakes, Made in Bath|Book a Free Tasting|Two to Five Tiers|Set Up at Your "
	  "Venue|",
	  "Taste six flavours with us and leave with a drawing of your cake.|We deliver and "
	  "set up at every venue within 40 miles.|",
	  NULL, NULL },
};
static const struct ad_demo_group bing_celebration[] = {
	{ "Birthday cakes", "/cakes/birthday", bing_celebration_birthday,
	  AD_LEN(bing_celebration_birthday),
	  "[birthday cake bristol]|\"birthday cake near me\"|\"custom birthday cake\"|"
	  "-\"card\"|",
	  NULL },
	{ "Wedding cakes", "/cakes/wedding", bing_celebration_wedding,
	  AD_LEN(bing_celebration_wedding),
	  "[wedding cake bath]|\"wedding cake tasting\"|\"wedding cake maker\"|", NULL },
};

static const struct ad_demo_ad forum_box[] = {
	{ .headlines = "A sourdough loaf at your door every Thursday|",
	  .text = "We bake in Bristol since 1998. Two loaves a week, chosen by you, no contract. "
		  "Ask us anything about starters, flour and ovens in the comments." },
	{ .headlines = "What 36 hours do to flour, water and salt|",
	  .text = "Our bakers wrote down how the weekly loaf is made, oven temperatures and all." },
};
static const struct ad_demo_group forum[] = {
	{ "Bread makers", "/box", forum_box, AD_LEN(forum_box), "",
	  "{\"communities\":[\"Breadit\",\"Sourdough\"]}" },
};

static const struct ad_demo_ad wedding_couples[] = {
	{ .headlines = "Book a free tasting|",
	  .descriptions = "Six flavours, two of you, one hour in Bath.|",
	  .text = "Your cake, drawn while you taste. We deliver and set it up at your venue.",
	  .action = "LEARN_MORE" },
	{ .headlines = "Wedding cakes from 320|",
	  .descriptions = "Two to five tiers, real flowers, real butter.|",
	  .text = "One oven, four shops, and more than 200 weddings a year.",
	  .action = "LEARN_MORE" },
};
static const struct ad_demo_ad wedding_guests[] = {
	{ .headlines = "Cupcakes with their names on|",
	  .descriptions = "By the dozen, from 18 a box.|",
	  .text = "A small cake for each guest, boxed and labelled, ready the day before.",
	  .action = "SHOP_NOW" },
};
static const struct ad_demo_group wedding[] = {
	{ "Couples", "/cakes/wedding", wedding_couples, AD_LEN(wedding_couples), "",
	  "{\"ageMin\":24,\"ageMax\":45,\"placements\":[\"instagram\",\"facebook\"]}" },
	{ "Favours for guests", "/cakes/favours", wedding_guests, AD_LEN(wedding_guests), "",
	  "{\"ageMin\":24,\"ageMax\":60}" },
};

const struct ad_demo_campaign ad_demo_campaigns[] = {
	{ "Bread | Bristol and Bath", "google", 30, "bread",
	  "-\"recipe\"|-\"bread machine\"|-\"jobs\"|-[bread knife]|", bread, AD_LEN(bread) },
	{ "Celebration cakes", "google", 40, "cakes",
	  "-\"recipe\"|-\"how to\"|-\"cake tin\"|-\"jobs\"|", celebration, AD_LEN(celebration) },
	{ "Catering | Offices in Bristol", "google", 35, "catering",
	  "-\"jobs\"|-\"equipment\"|-\"course\"|", catering, AD_LEN(catering) },
	{ "Brand", "google", 10, "brand", "-\"jobs\"|-\"careers\"|", brand, AD_LEN(brand) },
	{ "Bread box subscription", "google", 25, "subscription",
	  "-\"recipe\"|-\"bread bin\"|-\"wooden\"|", box, AD_LEN(box) },
	{ "Celebration cakes | Bing", "microsoft", 20, "cakes", "-\"recipe\"|-\"jobs\"|",
	  bing_celebration, AD_LEN(bing_celebration) },
	{ "Bread box | Reddit", "reddit", 15, "subscription", "", forum, AD_LEN(forum) },
	{ "Wedding cakes | Meta", "meta", 20, "cakes", "", wedding, AD_LEN(wedding) },
};
const size_t ad_demo_count = AD_LEN(ad_demo_campaigns);
