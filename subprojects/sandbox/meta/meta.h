/*
 * The simulated Marketing API (Graph v26.0): one call, the kinds of object it knows, and who
 * handles what. Money is in minor units of the account's currency, as on the wire.
 */
#ifndef SANDBOX_META_META_H
#define SANDBOX_META_META_H

#include "../faults.h"
#include "../json.h"
#include "../sandbox.h"
#include "../text.h"
#include "schema.h"

#define M_VERSION 26

/* Kinds in the store; the numbers are its own. */
enum m_kind {
	M_CAMPAIGN = 300,
	M_ADSET,
	M_AD,
	M_CREATIVE,
	M_IMAGE,
	M_VIDEO,
	M_LABEL,
	M_KIND_END,
	M_EVENT = 350, /* no object: it has no id */
	M_RUN,         /* of a report, known by its own paths alone */
	M_INSIGHTS,    /* nothing that is kept: the names of its fields alone */
};

/* One HTTP call, or one request of a batch. */
struct m_call {
	struct sandbox *sandbox;
	struct store_account account;
	const char *method;
	const char *path; /* below the version, without slashes at its ends */
	const char *base; /* absolute URL of the version, for the links between pages */
	long long now;    /* seconds of the sandbox's clock */
	cJSON *params;    /* by name: texts as they came, or JSON */
	cJSON *values;    /* by name: checked and of their types (m_check) */
	cJSON *answer;    /* set once: a success, or an error */
	int status;
	bool committed;
	const struct fault *refuse; /* a test's, of one request of a batch; or NULL */
};

/* Refuses the call; only the first refusal counts. `field` is the parameter to blame, or NULL. */
struct m_refusal {
	int status; /* 0: 400 */
	int code, subcode;
	const char *field;
	const char *title; /* for people, or NULL */
};
void m_refuse(struct m_call *call, struct m_refusal why, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool m_refused(const struct m_call *call);
/* An error body; `why` as above. */
cJSON *m_error(struct m_refusal why, const char *message);

/* Checks params against the rows into call->values: types, words, what is missing or unknown. */
bool m_check(struct m_call *call, const struct m_message *message);
/* The same for an object that is the value of a parameter; `path` is blamed. */
cJSON *m_check_object(struct m_call *call, const struct m_message *message, const cJSON *value,
		      const char *path);

/* The next id: 18 digits. */
void m_new_id(struct m_call *call, char *out);
/* The kind of the object with that id in the account, and its value; M_KIND_END where none. */
enum m_kind m_find(struct m_call *call, const char *id, cJSON **value);
/* The member that names what an object of that kind hangs under; "" for none. */
const char *m_parent_key(enum m_kind kind);
/* Stores an object. */
void m_put(struct m_call *call, enum m_kind kind, const cJSON *value);
/* Answers {"id": …}, or {"success": true}; validate_only stores nothing. */
void m_made(struct m_call *call, enum m_kind kind, cJSON *value);
void m_changed(struct m_call *call, enum m_kind kind, cJSON *value);

/* The operations on each kind; a handler refuses or answers. */
void m_campaign_create(struct m_call *call);
void m_campaign_update(struct m_call *call, cJSON *campaign);
void m_adset_create(struct m_call *call);
void m_adset_update(struct m_call *call, cJSON *adset);
void m_ad_create(struct m_call *call);
void m_ad_update(struct m_call *call, cJSON *ad);
void m_creative_create(struct m_call *call);
void m_creative_update(struct m_call *call, cJSON *creative);
void m_image_create(struct m_call *call);
void m_image_remove(struct m_call *call);
void m_label_create(struct m_call *call);
/* video.c: making one, asking for it, what a read shows of it, whether an ad can show it. */
void m_video_create(struct m_call *call);
void m_video_poll(struct m_call *call, cJSON *video);
void m_video_show(cJSON *video);
bool m_video_is_ready(const cJSON *video);
/* Adds the parts of a multipart body; of a file what it begins like: "video" or "other". */
void m_read_multipart(cJSON *params, const struct request *request, const char *type);
/* Checks a targeting as a whole, under the campaign's special categories. */
void m_targeting(struct m_call *call, const cJSON *targeting, const cJSON *campaign);
/* True if the targeting reaches people in the European Union. */
bool m_reaches_eu(const cJSON *targeting);
/* Applies a change of status, the same for objects of every kind; false after a refusal. */
bool m_status(struct m_call *call, cJSON *object);
/* The labels of a call become labels with ids of their own. */
void m_labels(struct m_call *call, cJSON *object);
/* The least daily budget of an account, minor units; its currency's units in one. */
long long m_least_budget(const char *currency);
int m_offset(const char *currency);
/* Seconds since 1970 of an ISO 8601 time or a number of seconds; false where it is none. */
bool m_time(const char *text, long long *out);
/* The same back, in the account's zone: "2026-12-01T00:00:00-0800", 25 bytes. */
void m_time_text(const struct m_call *call, long long at, char *out);

/* Reading: one object, several by ids, an edge. */
void m_read(struct m_call *call, enum m_kind kind, cJSON *value);
void m_read_ids(struct m_call *call);
void m_edge(struct m_call *call, enum m_kind kind, const char *parent_key, const char *parent);
void m_account(struct m_call *call, bool listed);

/* GET /act_{id}/adspixels: the datasets that events go to. */
void m_datasets(struct m_call *call);
/* POST /{dataset}/events */
void m_events(struct m_call *call);
/* True if the published schema of a kind has a field of that name, `n` bytes. */
bool m_has_field(enum m_kind kind, const char *name, size_t n);
/* Adds the cursors of a page, and where there are more the address of the next one. */
void m_paging(struct m_call *call, cJSON *out, const char *before, const char *after, bool more);
/* GET {of}/insights: of the object with that id, or of all of the account where it is NULL. */
void m_insights(struct m_call *call, const char *of);
/* The checks of these alone, into call->values; false after a refusal. */
bool m_insights_checked(struct m_call *call);
/* The answer to what call->values ask for. */
void m_insights_tell(struct m_call *call, const char *of);
/* report_run.c: POST {of}/insights, and what is asked of the run; false where the id is none. */
void m_run_start(struct m_call *call, const char *of);
bool m_run(struct m_call *call, const char *id, const char *rest);

/* fault.c: a fault that is answered in the Graph's own shape; true when it was. */
bool m_fault_answers(const struct fault *fault, const struct m_call *call, bool oauth,
		     struct reply *reply);
/* True if a test's fault keeps that item of a batch from being carried out; it may be refused. */
bool m_fault_part(struct m_call *call, int index);
/* The answer to that item of a batch: `body`, or its replacement. */
char *m_fault_body(const struct fault *fault, int index, int *status, char *body);
/* A call by its method and path, in a transaction of its own. */
void m_serve(struct m_call *call);
/* POST /: many calls in one. */
void m_batch(struct m_call *call);
/* The account (16 bytes) that a token reaches: 0, or the subcode of what is wrong with it. */
int m_authenticate(struct sandbox *sandbox, const char *token, char *account);
/* The login dialog. */
void m_dialog(struct sandbox *sandbox, const struct request *request, struct reply *reply);
/* {GET|POST} /oauth/access_token */
void m_oauth(struct sandbox *sandbox, const cJSON *params, struct reply *reply);
/* The form's parameters, decoded, added to `into`. */
void m_read_form(cJSON *into, const char *form);
/* Fields of the object's own that the sandbox keeps begin with '_': removes them. */
void m_hide(cJSON *value);

/* Control: what an account holds; an edit made in the platform's own pages. */
void m_show(struct sandbox *sandbox, const char *account, cJSON *answer);
void m_edit(struct sandbox *sandbox, const cJSON *wish, struct reply *reply);

/* names.c: the operations of a call, "campaign.create", …, owned by the caller; simulator.word. */
cJSON *m_name_operations(struct m_call *call);
const char *m_word(int kind);

#endif
