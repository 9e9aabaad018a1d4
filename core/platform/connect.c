/* The shared parts of the platforms' authorization code grants: see connect.h. */
#include "platform/connect.h"

#include "base/digest.h"
#include "base/utf8.h"
#include "platform/form.h"

struct ad_str ad_consent_url(struct ad_arena *arena, const struct ad_connector *connector,
			     struct ad_str base, const struct ad_consent *consent)
{
	struct ad_text query = ad_text_on(arena);
	uint8_t digest[AD_SHA256_SIZE];

	ad_form_add(&query, "client_id", consent->client_id);
	ad_form_add(&query, "response_type", AD_S("code"));
	ad_form_add(&query, "redirect_uri", consent->redirect_uri);
	ad_form_add(&query, "state", consent->state);
	if (connector->pkce) {
		ad_sha256(consent->verifier, digest);
		ad_form_add(&query, "code_challenge", ad_base64url(arena, digest, sizeof(digest)));
		ad_form_add(&query, "code_challenge_method", AD_S("S256"));
	}
	return ad_arena_printf(arena, "%.*s?%.*s%s", AD_FMT(base), AD_FMT(ad_text_str(&query)),
			       connector->parameters);
}

void ad_code_form(struct ad_text *body, const struct ad_connector *connector,
		  const struct ad_consent *consent, struct ad_str code)
{
	ad_form_add(body, "grant_type", AD_S("authorization_code"));
	ad_form_add(body, "code", code);
	ad_form_add(body, "redirect_uri", consent->redirect_uri);
	if (connector->pkce)
		ad_form_add(body, "code_verifier", consent->verifier);
}

/* Names are limited, because all of them are sent through a form. */
static struct ad_str connect_clip(struct ad_str name)
{
	struct ad_str left = name;
	uint32_t point;

	while (left.n) {
		size_t n = ad_utf8_next(left, &point);
		if (n == 0 || (size_t)(left.p - name.p) + n > AD_REACHED_NAME)
			break;
		left.p += n;
		left.n -= n;
	}
	name.n -= left.n;
	return name;
}

struct ad_str ad_account_id(struct ad_arena *arena, enum ad_platform platform, struct ad_str typed)
{
	struct ad_text text = ad_text_on(arena);

	if (platform == AD_META && typed.n && typed.p[0] >= '0' && typed.p[0] <= '9')
		ad_text_adds(&text, "act_");
	for (size_t i = 0; i < typed.n; i++) {
		bool dash = platform == AD_GOOGLE && typed.p[i] == '-';
		if (typed.p[i] != ' ' && !dash)
			ad_text_addc(&text, typed.p[i]);
	}
	return ad_text_str(&text);
}

void ad_finding_add(struct ad_arena *arena, struct ad_finding *finding,
		    const struct ad_reached *account)
{
	struct ad_reached **end = &finding->found, *next = NULL;
	bool wanted = ad_str_eq(finding->wanted, account->id);

	for (; *end; end = &(*end)->next)
		if (ad_str_eq((*end)->id, account->id))
			return;
	if (finding->only && !wanted)
		return;
	if (!wanted && finding->count >= AD_REACHED_MAX) {
		finding->cut = true;
		/* Beyond the limit only the wanted account is still of interest. */
		finding->over = !finding->wanted.n ||
				(finding->found && ad_str_eq(finding->found->id, finding->wanted));
		return;
	}
	if (wanted) {
		next = finding->found;
		end = &finding->found;
	}
	*end = ad_arena_alloc(arena, sizeof(**end));
	**end = (struct ad_reached){
		.next = next,
		.id = ad_arena_copy(arena, account->id),
		.name = ad_arena_copy(arena, connect_clip(account->name)),
		.currency = ad_arena_copy(arena, account->currency),
		.timezone = ad_arena_copy(arena, account->timezone),
		.manager = ad_arena_copy(arena, account->manager),
	};
	finding->count++;
	finding->over = finding->over || finding->only;
}

void ad_finding_lead(struct ad_arena *arena, struct ad_finding *finding, struct ad_str id)
{
	struct ad_lead **end = &finding->leads;

	while (*end)
		end = &(*end)->next;
	*end = ad_arena_zalloc(arena, sizeof(**end));
	(*end)->id = ad_arena_copy(arena, id);
}
