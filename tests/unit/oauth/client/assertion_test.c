/* Client assertions before the signature check: their form, and every claim. */
#include "tests/support/arena.h"

#include "oauth/client/assertion.h"

#define ISSUER "https://ads.example"
#define TOKEN_URL ISSUER "/token"
#define OWN_URL ISSUER "/revoke"
#define NOW 1800000000

static struct ad_str part(struct ad_arena *arena, const char *text)
{
	return ad_base64url(arena, text, strlen(text));
}

static struct ad_str token_of(struct ad_arena *arena, const char *header, const char *claims)
{
	return ad_arena_printf(arena, "%s.%s.%s", part(arena, header).p, part(arena, claims).p,
			       part(arena, "no signature").p);
}

static bool reads(struct ad_arena *arena, const char *type, struct ad_str token,
		  struct oauth_assertion *out, const char **fault)
{
	const struct ad_param list[] = {
		{ AD_S("client_assertion_type"), ad_str(type) },
		{ AD_S("client_assertion"), token },
	};
	struct oauth_params params = { list, AD_LEN(list) };

	*fault = NULL;
	return oauth_assertion_read(arena, &params, out, fault);
}

static const char plain[] = "{\"alg\":\"ES256\"}";

static void what_has_not_the_form_is_told_why(void **state)
{
	static const struct {
		const char *type, *header, *claims, *word;
	} rows[] = {
		{ "", plain, "{}", "client_assertion_type" },
		{ "jwt-bearer", plain, "{}", "client_assertion_type" },
		{ OAUTH_ASSERTION_TYPE, NULL, NULL, "missing" },
		{ OAUTH_ASSERTION_TYPE, "{\"alg\":\"none\"}", "{}", "alg" },
		{ OAUTH_ASSERTION_TYPE, "{\"alg\":\"HS256\"}", "{}", "alg" },
		{ OAUTH_ASSERTION_TYPE, plain, "{\"sub\":\"c\",\"jti\":\"1\"}", "exp" },
		{ OAUTH_ASSERTION_TYPE, plain, "{\"sub\":\"c\",\"jti\":\"1\",\"exp\":\"9\"}",
		  "exp" },
		{ OAUTH_ASSERTION_TYPE, plain, "{\"jti\":\"1\",\"exp\":9}", "sub" },
		{ OAUTH_ASSERTION_TYPE, plain, "{\"sub\":\"\",\"jti\":\"1\",\"exp\":9}", "sub" },
		{ OAUTH_ASSERTION_TYPE, plain, "{\"sub\":\"c\",\"exp\":9}", "jti" },
		{ OAUTH_ASSERTION_TYPE, plain, "{\"sub\":\"c\",\"jti\":\"\",\"exp\":9}", "jti" },
		{ OAUTH_ASSERTION_TYPE, plain, "{\"sub\":\"c\",\"jti\":1,\"exp\":9}", "jti" },
	};
	struct oauth_assertion a;
	const char *fault;

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_str token = { 0 };
		if (rows[i].header)
			token = token_of(*state, rows[i].header, rows[i].claims);
		if (reads(*state, rows[i].type, token, &a, &fault))
			fail_msg("row %zu is taken", i);
		if (!fault || !strstr(fault, rows[i].word))
			fail_msg("row %zu: %s, not %s", i, fault ? fault : "", rows[i].word);
	}
}

static void a_jti_has_a_bound(void **state)
{
	struct oauth_assertion a;
	const char *fault;

	for (int n = 256; n <= 257; n++) {
		struct ad_text claims = ad_text_on(*state);
		ad_text_adds(&claims, "{\"sub\":\"c\",\"exp\":9,\"jti\":\"");
		for (int i = 0; i < n; i++)
			ad_text_addc(&claims, 'x');
		ad_text_adds(&claims, "\"}");
		assert_int_equal(reads(*state, OAUTH_ASSERTION_TYPE,
				       token_of(*state, plain, ad_text_str(&claims).p), &a, &fault),
				 n == 256);
	}
}

/* The fault of these claims now, or NULL. */
static const char *fault_of(struct ad_arena *arena, const char *typ, const char *claims)
{
	struct ad_str header =
		ad_arena_printf(arena, "{\"alg\":\"ES256\"%s%s%s}", typ ? ",\"typ\":\"" : "",
				typ ? typ : "", typ ? "\"" : "");
	struct oauth_assertion a;
	const char *fault;

	if (!reads(arena, OAUTH_ASSERTION_TYPE, token_of(arena, header.p, claims), &a, &fault))
		fail_msg("%s: %s", claims, fault);
	return oauth_assertion_fault(&a, ISSUER, TOKEN_URL, OWN_URL, NOW);
}

#define CLAIMS(iss, aud, exp, more)                                                                \
	"{\"sub\":\"c\",\"jti\":\"1\",\"iss\":" iss ",\"aud\":" aud ",\"exp\":" exp more "}"
#define AUD(aud) CLAIMS("\"c\"", aud, "1800000060", "")
#define EXP(exp) CLAIMS("\"c\"", "\"" ISSUER "\"", exp, "")
#define MORE(more) CLAIMS("\"c\"", "\"" ISSUER "\"", "1800000060", more)
#define NEWER "client-authentication+jwt"

static void every_claim_is_held(void **state)
{
	static const struct {
		const char *typ, *claims, *word; /* NULL: valid */
	} rows[] = {
		{ NULL, AUD("\"" ISSUER "\""), NULL },
		{ NULL, AUD("\"" TOKEN_URL "\""), NULL },
		{ NULL, AUD("\"" OWN_URL "\""), NULL },
		{ NULL, AUD("[\"https://other.example\",\"" OWN_URL "\"]"), NULL },
		{ NULL, AUD("\"" ISSUER "/\""), "aud" },
		{ NULL, AUD("\"" ISSUER "/introspect\""), "aud" },
		{ NULL, AUD("\"HTTPS://ads.example\""), "aud" },
		{ NULL, AUD("\"" ISSUER ".evil.example\""), "aud" },
		{ NULL, AUD("[]"), "aud" },
		{ NULL, AUD("[[\"" ISSUER "\"]]"), "aud" },
		{ NULL, AUD("{\"a\":\"" ISSUER "\"}"), "aud" },
		{ NULL, AUD("null"), "aud" },
		{ NULL, CLAIMS("\"d\"", "\"" ISSUER "\"", "1800000060", ""), "iss" },
		{ NULL, CLAIMS("null", "\"" ISSUER "\"", "1800000060", ""), "iss" },
		{ NULL, CLAIMS("[\"c\"]", "\"" ISSUER "\"", "1800000060", ""), "iss" },
		/* The newer kind is for the issuer alone. */
		{ NEWER, AUD("\"" ISSUER "\""), NULL },
		{ "application/" NEWER, AUD("\"" ISSUER "\""), NULL },
		{ NEWER, AUD("\"" TOKEN_URL "\""), "aud" },
		{ "Client-Authentication+JWT", AUD("\"" OWN_URL "\""), "aud" },
		{ NEWER, AUD("[\"" ISSUER "\"]"), "aud" },
		{ "JWT", AUD("\"" ISSUER "\""), NULL },
		{ "jwt", AUD("\"" ISSUER "\""), NULL },
		{ "at+jwt", AUD("\"" ISSUER "\""), "typ" },
		{ "dpop+jwt", AUD("\"" ISSUER "\""), "typ" },
		{ "logout+jwt", AUD("\"" ISSUER "\""), "typ" },
		{ "", AUD("\"" ISSUER "\""), "typ" },
		/* A minute for clocks, an hour ahead. */
		{ NULL, EXP("1799999941"), NULL },
		{ NULL, EXP("1799999940"), "expired" },
		{ NULL, EXP("0"), "expired" },
		{ NULL, EXP("1800003660"), NULL },
		{ NULL, EXP("1800003661"), "1 hour" },
		{ NULL, EXP("9007199254740991"), "1 hour" },
		{ NULL, MORE(",\"nbf\":1800000060,\"iat\":1800000060"), NULL },
		{ NULL, MORE(",\"nbf\":1800000061"), "not valid yet" },
		{ NULL, MORE(",\"iat\":1800000061"), "not valid yet" },
		{ NULL, MORE(",\"iat\":1"), NULL },
		{ NULL, MORE(",\"iat\":\"1\""), "not valid yet" },
		{ NULL, MORE(",\"nbf\":null"), "not valid yet" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const char *fault = fault_of(*state, rows[i].typ, rows[i].claims);
		bool right = rows[i].word ? fault && strstr(fault, rows[i].word) : !fault;
		if (!right)
			fail_msg("%s %s: %s, not %s", rows[i].typ ? rows[i].typ : "no typ",
				 rows[i].claims, fault ? fault : "right",
				 rows[i].word ? rows[i].word : "right");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(what_has_not_the_form_is_told_why),
		IN_ARENA(a_jti_has_a_bound),
		IN_ARENA(every_claim_is_held),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
