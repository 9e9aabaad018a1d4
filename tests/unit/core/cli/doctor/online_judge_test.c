/* The verdicts about the answers of a deployment. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/text.h"
#include "cli/doctor/online_judge.h"

#define DAY INT64_C(86400)
#define NOW (INT64_C(20000) * DAY)
#define GAP INT64_C(2000000) /* us */

static struct ad_arena *arena;
static const struct ad_online_target tls = { "https://ads.example", "127.0.0.1:8080" };
static const struct ad_online_target port = { "https://ads.example:8443", "127.0.0.1:8080" };
static const struct ad_online_target plain = { "http://127.0.0.1:8080", "127.0.0.1:8080" };
static const struct ad_online_target open_http = { "http://ads.example", "0.0.0.0:80" };

/* Fails unless the verdict is that result and its sentence has the part. */
static void assert_verdict(struct ad_verdict verdict, enum ad_online_result result,
			   const char *part)
{
	if (verdict.result != result || !strstr(verdict.sentence.p, part))
		fail_msg("%d: %s (wanted %d: %s)", (int)verdict.result, verdict.sentence.p,
			 (int)result, part);
}

static struct ad_probed answer(long status, const char *body)
{
	return (struct ad_probed){ .end = AD_PROBE_ANSWERED,
				   .why = "No error",
				   .status = status,
				   .body = ad_str(body),
				   .local = "198.51.100.9",
				   .local_port = 40000 };
}

static struct ad_probed ended(enum ad_probe_end end, const char *why)
{
	return (struct ad_probed){ .end = end, .why = why };
}

static struct ad_verdict judge_tls_for(int64_t days, int64_t life)
{
	struct ad_probed probed = answer(200, "");

	probed.valid_until = NOW + days * DAY + 60;
	probed.valid_from = probed.valid_until - life * DAY;
	return ad_judge_tls(arena, &tls, &probed, NOW);
}

static void a_certificate_is_renewed_in_time(void **state)
{
	struct ad_probed none = answer(200, "");

	(void)state;
	assert_verdict(judge_tls_for(60, 90), AD_ONLINE_OK, "60 more days");
	assert_verdict(judge_tls_for(14, 90), AD_ONLINE_OK, "14 more days");
	assert_verdict(judge_tls_for(13, 90), AD_ONLINE_WARNING, "13 more days, and was not");
	assert_verdict(judge_tls_for(1, 90), AD_ONLINE_WARNING, "24 more hours");
	/* Those of some days are renewed later. */
	assert_verdict(judge_tls_for(3, 6), AD_ONLINE_OK, "3 more days");
	assert_verdict(judge_tls_for(1, 6), AD_ONLINE_WARNING, "24 more hours");
	assert_verdict(ad_judge_tls(arena, &tls, &none, NOW), AD_ONLINE_OK, "is valid.");
	none = ended(AD_PROBE_SLOW, "Timeout");
	memcpy(none.local, "::1", 4);
	assert_verdict(ad_judge_tls(arena, &tls, &none, NOW), AD_ONLINE_FAILURE,
		       "not begin: Timeo");
	assert_verdict(ad_judge_tls(arena, &plain, &none, NOW), AD_ONLINE_SKIPPED, "http");
	assert_verdict(ad_judge_tls(arena, &open_http, &none, NOW), AD_ONLINE_WARNING,
		       "unencrypted");
}

static void no_connection_is_told_once(void **state)
{
	static const struct {
		enum ad_probe_end end;
		const char *part;
	} rows[] = {
		{ AD_PROBE_TLS, "TLS to ads.example fails: WHY" },
		{ AD_PROBE_NAME, "DNS record" },
		{ AD_PROBE_CONNECT, "firewall" },
		{ AD_PROBE_SLOW, "firewall" },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_probed probed = ended(rows[i].end, "WHY");
		assert_verdict(ad_judge_tls(arena, &tls, &probed, NOW), AD_ONLINE_FAILURE,
			       rows[i].part);
		assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_SKIPPED, "tls");
		assert_verdict(ad_judge_hsts(arena, &tls, &probed), AD_ONLINE_SKIPPED, "healthz");
	}
}

static void what_answers_instead_of_the_server_is_told(void **state)
{
	struct ad_probed probed = answer(200, "{\"status\":\"ok\"}\n");

	(void)state;
	assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_OK, "/healthz");
	probed = answer(200, "<html>");
	assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_FAILURE, "status 200");
	probed = answer(502, "");
	assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_FAILURE,
		       "proxy_pass http://127.0.0.1:8080;");
	probed = answer(301, "");
	probed.location = AD_S("https://www.ads.example/");
	assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_FAILURE,
		       "redirected to https://www.ads.example/.");
	probed = answer(400, "{\"message\":\"This server does not answer to that Host.\"}");
	assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_FAILURE,
		       "proxy_set_header Host $host;");
	probed = ended(AD_PROBE_BROKEN, "Empty reply from server");
	assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_FAILURE,
		       "no answer: Empty reply");
	probed.status = 200;
	assert_verdict(ad_judge_health(arena, &tls, &probed), AD_ONLINE_FAILURE, "does not end");
}

static void strict_transport_security_must_last(void **state)
{
	static const struct {
		const char *value;
		enum ad_online_result result;
	} rows[] = {
		{ "max-age=31536000", AD_ONLINE_OK },
		{ "includeSubDomains; Max-Age=\"600\"", AD_ONLINE_OK },
		{ "max-age=0", AD_ONLINE_FAILURE },
		{ "includeSubDomains", AD_ONLINE_FAILURE },
		{ "", AD_ONLINE_FAILURE },
		{ NULL, AD_ONLINE_FAILURE },
	};
	struct ad_probed probed = answer(200, "");

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		probed.hsts = rows[i].value ? ad_str(rows[i].value) : (struct ad_str){ 0 };
		assert_verdict(ad_judge_hsts(arena, &tls, &probed), rows[i].result,
			       "Strict-Transport-Security");
	}
	assert_verdict(ad_judge_hsts(arena, &plain, &probed), AD_ONLINE_SKIPPED, "http");
}

static void plain_http_must_lead_to_the_public_url(void **state)
{
	static const struct {
		long status;
		const char *location;
		enum ad_online_result result;
		const char *part;
	} rows[] = {
		{ 301, "https://ads.example/healthz", AD_ONLINE_OK, "redirects" },
		{ 308, "https://ADS.example", AD_ONLINE_OK, "redirects" },
		{ 308, "https://ads.example.evil/", AD_ONLINE_FAILURE, "and not to" },
		{ 302, "https://www.ads.example/", AD_ONLINE_FAILURE, "and not to" },
		{ 302, "http://ads.example/", AD_ONLINE_FAILURE, "and not to" },
		{ 200, NULL, AD_ONLINE_FAILURE, "return 308 https://ads.example$request_uri;" },
		{ 404, NULL, AD_ONLINE_FAILURE, "404" },
	};
	struct ad_probed none = ended(AD_PROBE_CONNECT, "refused");

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_probed probed = answer(rows[i].status, "");
		if (rows[i].location)
			probed.location = ad_str(rows[i].location);
		assert_verdict(ad_judge_redirect(arena, &tls, "http://ads.example/", &probed),
			       rows[i].result, rows[i].part);
	}
	assert_verdict(ad_judge_redirect(arena, &tls, "http://ads.example/", &none),
		       AD_ONLINE_WARNING, "port 80");
}

static void the_server_says_how_a_request_arrived(void **state)
{
	struct ad_probed probed =
		answer(200, "{\"peer\":\"127.0.0.1\",\"peerPort\":5,\"trusted\":true,\"client\":"
			    "\"198.51.100.9\",\"forwardedFor\":null,\"host\":\"h\",\"bytes\":7}");
	struct ad_arrival arrival;

	(void)state;
	assert_verdict(ad_judge_arrival(arena, &tls, &probed, &arrival), AD_ONLINE_OK, "data");
	assert_string_equal(arrival.peer, "127.0.0.1");
	assert_string_equal(arrival.client, "198.51.100.9");
	assert_true(arrival.trusted && arrival.peer_port == 5 && arrival.bytes == 7);
	assert_null(arrival.forwarded);
	for (int i = 0; i < 3; i++) {
		probed = answer(i == 0 ? 404 : 200, i == 2 ? "{\"peer\":1}" : "<html>");
		assert_verdict(ad_judge_arrival(arena, &tls, &probed, &arrival), AD_ONLINE_FAILURE,
			       "another secret");
	}
	probed = answer(502, "");
	assert_verdict(ad_judge_arrival(arena, &tls, &probed, &arrival), AD_ONLINE_FAILURE,
		       "does not reach adcore");
}

static void the_host_is_the_public_name(void **state)
{
	(void)state;
	struct ad_arrival a = { .host = "ADS.example" };
	assert_verdict(ad_judge_host(arena, &tls, &a), AD_ONLINE_OK, "ads.example");
	assert_verdict(ad_judge_host(arena, &port, &a), AD_ONLINE_FAILURE, "$http_host");
	a.host = "127.0.0.1:8080";
	assert_verdict(ad_judge_host(arena, &tls, &a), AD_ONLINE_FAILURE, "to 127.0.0.1:8080.");
	a.host = NULL;
	assert_verdict(ad_judge_host(arena, &tls, &a), AD_ONLINE_FAILURE, "to nothing");
}

static void the_client_keeps_its_address(void **state)
{
	static const struct {
		const char *peer;
		int peer_port;
		bool trusted;
		const char *client, *forwarded;
		enum ad_online_result result;
		const char *part;
	} rows[] = {
		{ "127.0.0.1", 5, true, "198.51.100.9", "192.0.2.77, 198.51.100.9", AD_ONLINE_OK,
		  "198.51.100.9" },
		{ "127.0.0.1", 5, true, "::ffff:198.51.100.9", "198.51.100.9", AD_ONLINE_OK,
		  "sees the client's" },
		{ "127.0.0.1", 5, true, "203.0.113.5", "203.0.113.5", AD_ONLINE_WARNING, "NAT" },
		{ "127.0.0.1", 5, true, "127.0.0.1", NULL, AD_ONLINE_FAILURE,
		  "does not set X-Forwarded-For" },
		{ "127.0.0.1", 5, true, "192.0.2.77", "192.0.2.77", AD_ONLINE_FAILURE,
		  "can choose its address" },
		{ "127.0.0.1", 5, true, "127.0.0.1", "unknown", AD_ONLINE_FAILURE, "'unknown'" },
		{ "127.0.0.1", 5, false, "127.0.0.1", "198.51.100.9", AD_ONLINE_FAILURE,
		  "Set trusted-proxy = 127.0.0.1 " },
		{ "127.0.0.1", 5, false, "127.0.0.1", NULL, AD_ONLINE_FAILURE,
		  "does not set X-Forwarded-For" },
		{ "127.0.0.1", 5, false, "127.0.0.1", "192.0.2.77", AD_ONLINE_FAILURE,
		  "does not set X-Forwarded-For" },
		/* trusted-proxy includes the doctor's own address, or that of a second proxy. */
		{ "127.0.0.1", 5, true, "192.0.2.77", "192.0.2.77, 198.51.100.9", AD_ONLINE_OK,
		  "sees the client's address, 198.51.100.9" },
		{ "127.0.0.1", 5, true, "192.0.2.77", "192.0.2.77, 10.0.0.5", AD_ONLINE_FAILURE,
		  "can choose its address" },
		/* The connection of the doctor itself. */
		{ "198.51.100.9", 40000, false, "198.51.100.9", "192.0.2.77", AD_ONLINE_OK,
		  "no proxy" },
		{ "198.51.100.9", 40000, true, "192.0.2.77", "192.0.2.77", AD_ONLINE_WARNING,
		  "Remove trusted-proxy" },
		/* A proxy on the same machine, called by the same address. */
		{ "198.51.100.9", 5, true, "198.51.100.9", "198.51.100.9", AD_ONLINE_OK,
		  "sees the client's" },
	};
	struct ad_probed probed = answer(200, "");

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_arrival arrival = { .peer = rows[i].peer,
					      .peer_port = rows[i].peer_port,
					      .trusted = rows[i].trusted,
					      .client = rows[i].client,
					      .forwarded = rows[i].forwarded };
		assert_verdict(ad_judge_address(arena, &probed, &arrival), rows[i].result,
			       rows[i].part);
	}
}

static void a_long_body_must_arrive_whole(void **state)
{
	static const char whole[] = "{\"peer\":\"a\",\"peerPort\":5,\"client\":\"b\","
				    "\"bytes\":12582912}";
	static const char half[] = "{\"peer\":\"a\",\"peerPort\":5,\"client\":\"b\","
				   "\"bytes\":1048576}";
	struct ad_probed probed = answer(200, whole);

	(void)state;
	assert_verdict(ad_judge_body(arena, &tls, &probed), AD_ONLINE_OK, "arrives");
	probed = answer(200, half);
	assert_verdict(ad_judge_body(arena, &tls, &probed), AD_ONLINE_FAILURE, "1048576");
	probed = answer(413, "");
	assert_verdict(ad_judge_body(arena, &tls, &probed), AD_ONLINE_FAILURE,
		       "client_max_body_size 12m;");
	/* The status may come before the connection breaks, or be lost with it. */
	probed.end = AD_PROBE_BROKEN;
	assert_verdict(ad_judge_body(arena, &tls, &probed), AD_ONLINE_FAILURE, "(413)");
	probed = ended(AD_PROBE_BROKEN, "Connection reset");
	assert_verdict(ad_judge_body(arena, &tls, &probed), AD_ONLINE_FAILURE,
		       "(Connection reset)");
	probed = answer(504, "");
	assert_verdict(ad_judge_body(arena, &tls, &probed), AD_ONLINE_FAILURE, "504");
}

static void events_must_be_apart(void **state)
{
	static const char both[] = "data: {\"event\":1}\n\ndata: {\"event\":2}\n\n";
	struct ad_probed probed = answer(200, both);

	(void)state;
	probed.first_at = 1000;
	probed.last_at = 1000 + GAP;
	assert_verdict(ad_judge_stream(arena, &tls, &probed, GAP), AD_ONLINE_OK, "open");
	probed.last_at = 1000 + GAP / 2 - 1;
	assert_verdict(ad_judge_stream(arena, &tls, &probed, GAP), AD_ONLINE_FAILURE,
		       "proxy_buffering off;");
	probed = answer(200, "data: {\"event\":1}\n\n");
	assert_verdict(ad_judge_stream(arena, &tls, &probed, GAP), AD_ONLINE_FAILURE, "early");
	probed = answer(200, both);
	probed.end = AD_PROBE_BROKEN;
	assert_verdict(ad_judge_stream(arena, &tls, &probed, GAP), AD_ONLINE_FAILURE, "early");
	probed = answer(503, "{\"error\":{\"code\":\"UNAVAILABLE\"}}");
	assert_verdict(ad_judge_stream(arena, &tls, &probed, GAP), AD_ONLINE_SKIPPED, "room");
	probed = answer(503, "<html>");
	assert_verdict(ad_judge_stream(arena, &tls, &probed, GAP), AD_ONLINE_FAILURE, "503");
}

static void a_silence_must_be_waited_for(void **state)
{
	struct ad_probed probed = answer(200, "{}");

	(void)state;
	assert_verdict(ad_judge_silence(arena, &tls, &probed, 300), AD_ONLINE_OK, "300 s");
	probed = answer(504, "");
	assert_verdict(ad_judge_silence(arena, &tls, &probed, 300), AD_ONLINE_FAILURE,
		       "proxy_read_timeout 300s;");
	probed = answer(502, "");
	assert_verdict(ad_judge_silence(arena, &tls, &probed, 300), AD_ONLINE_FAILURE, "(502)");
	probed = ended(AD_PROBE_BROKEN, "Empty reply");
	assert_verdict(ad_judge_silence(arena, &tls, &probed, 300), AD_ONLINE_FAILURE,
		       "(Empty reply)");
	probed = answer(503, "{\"code\":\"UNAVAILABLE\"}");
	assert_verdict(ad_judge_silence(arena, &tls, &probed, 300), AD_ONLINE_SKIPPED, "room");
	probed = ended(AD_PROBE_SLOW, "timed out");
	assert_verdict(ad_judge_silence(arena, &tls, &probed, 300), AD_ONLINE_FAILURE,
		       "no answer: timed out");
}

static void a_document_names_the_public_url(void **state)
{
	struct ad_probed probed = answer(200, "{\"issuer\":\"https://ads.example\"}");

	(void)state;
	assert_verdict(ad_judge_document(arena, &tls, &probed, "issuer", ""), AD_ONLINE_OK, "is");
	assert_verdict(ad_judge_document(arena, &port, &probed, "issuer", ""), AD_ONLINE_FAILURE,
		       "must be https://ads.example:8443. Set public-url");
	assert_verdict(ad_judge_document(arena, &tls, &probed, "issuer", "/mcp"), AD_ONLINE_FAILURE,
		       "must be https://ads.example/mcp");
	probed = answer(404, "");
	assert_verdict(ad_judge_document(arena, &tls, &probed, "issuer", ""), AD_ONLINE_FAILURE,
		       "acme-challenge");
	probed = answer(200, "<html>");
	assert_verdict(ad_judge_document(arena, &tls, &probed, "issuer", ""), AD_ONLINE_FAILURE,
		       "unexpected");
}

static void the_challenge_names_the_metadata(void **state)
{
	struct ad_probed probed = answer(401, "");

	(void)state;
	assert_verdict(ad_judge_challenge(arena, &tls, &probed), AD_ONLINE_FAILURE, "missing");
	probed.challenge =
		AD_S("DPoP algs=\"ES256\", Bearer resource_metadata=\"https://ads.example"
		     "/.well-known/oauth-protected-resource/mcp\"");
	assert_verdict(ad_judge_challenge(arena, &tls, &probed), AD_ONLINE_OK, "sign-in");
	assert_verdict(ad_judge_challenge(arena, &port, &probed), AD_ONLINE_FAILURE,
		       "set public-url = https://ads.example:8443");
	probed.challenge = AD_S("Basic realm=\"private\"");
	assert_verdict(ad_judge_challenge(arena, &tls, &probed), AD_ONLINE_FAILURE,
		       "auth_basic off;");
	probed = answer(403, "{\"message\":\"This server does not accept the Host header.\"}");
	assert_verdict(ad_judge_challenge(arena, &tls, &probed), AD_ONLINE_FAILURE, "changes Host");
	probed = answer(200, "");
	assert_verdict(ad_judge_challenge(arena, &tls, &probed), AD_ONLINE_FAILURE, "200");
}

static int begin_arena(void **state)
{
	(void)state;
	arena = ad_arena_new();
	return 0;
}

static int end_arena(void **state)
{
	(void)state;
	ad_arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_certificate_is_renewed_in_time),
		cmocka_unit_test(no_connection_is_told_once),
		cmocka_unit_test(what_answers_instead_of_the_server_is_told),
		cmocka_unit_test(strict_transport_security_must_last),
		cmocka_unit_test(plain_http_must_lead_to_the_public_url),
		cmocka_unit_test(the_server_says_how_a_request_arrived),
		cmocka_unit_test(the_host_is_the_public_name),
		cmocka_unit_test(the_client_keeps_its_address),
		cmocka_unit_test(a_long_body_must_arrive_whole),
		cmocka_unit_test(events_must_be_apart),
		cmocka_unit_test(a_silence_must_be_waited_for),
		cmocka_unit_test(a_document_names_the_public_url),
		cmocka_unit_test(the_challenge_names_the_metadata),
	};
	return cmocka_run_group_tests(tests, begin_arena, end_arena);
}
