#include "faults.h"

#include "access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

enum {
	LOG_ROOM = 20000
};

static const char *const names[] = {
	[FAULT_LATENCY] = "latency",
	[FAULT_STATUS] = "status",
	[FAULT_CUT_BEFORE] = "cut_before",
	[FAULT_ACCEPT_THEN_CUT] = "accept_then_cut",
	[FAULT_ACCEPT_THEN_TIMEOUT] = "accept_then_timeout",
	[FAULT_ERROR] = "error",
	[FAULT_EXIT_BEFORE] = "exit_before",
	[FAULT_EXIT_AFTER_COMMIT] = "exit_after_commit",
	[FAULT_EXPIRE] = "expire",
	[FAULT_REVOKE] = "revoke",
	[FAULT_EDIT] = "edit",
	[FAULT_SUNSET] = "sunset",
	[FAULT_DENY] = "deny",
	[FAULT_ANSWER] = "answer",
	[FAULT_TOO_LARGE] = "too_large",
	[FAULT_SHORT] = "short",
};

struct rule {
	struct rule *next;
	cJSON *wish; /* its "match" is read at every request */
	struct fault fault;
	long long skip, times;
};

struct faults {
	struct rule *first;
	int last_id;
};

struct request_log {
	cJSON *entries;
	long long last;
	int held;
	FILE *file; /* gets each entry as a line, with values; or NULL */
};

const char *fault_name(enum fault_type type)
{
	return names[type];
}

bool fault_refuses(const struct fault *fault, int index)
{
	return fault && fault->type == FAULT_ERROR && fault->at >= 0 && fault->at == index;
}

struct faults *faults_new(void)
{
	return sb_alloc(sizeof(struct faults));
}

static bool is_of_customer(const struct rule *rule, const char *customer)
{
	const char *own = json_text(json_at(rule->wish, "match"), "customerId");
	return !customer || (own && strcmp(own, customer) == 0);
}

void faults_clear(struct faults *faults, const char *customer)
{
	struct rule **at = &faults->first;
	while (*at) {
		struct rule *rule = *at;
		if (!is_of_customer(rule, customer)) {
			at = &rule->next;
			continue;
		}
		*at = rule->next;
		cJSON_Delete(rule->wish);
		cJSON_Delete(rule->fault.error);
		cJSON_Delete(rule->fault.edit);
		cJSON_Delete(rule->fault.body);
		free(rule->fault.as);
		free(rule->fault.retry_delay);
		free(rule);
	}
}

void faults_free(struct faults *faults)
{
	faults_clear(faults, NULL);
	free(faults);
}

/* The members that some kinds of faults alone have; owned by the fault. */
static void read_members(const cJSON *action, struct fault *out)
{
	const char *delay = json_text(action, "retryDelay"), *as = json_text(action, "as");
	bool is_error = out->type == FAULT_ERROR, is_answer = out->type == FAULT_ANSWER;
	bool is_short = out->type == FAULT_SHORT;
	const cJSON *edit = out->type == FAULT_EDIT ? json_at(action, "edit") : NULL;
	out->retry_delay = delay ? sb_copy(delay) : NULL;
	out->error = is_error ? cJSON_Duplicate(action, true) : NULL;
	out->at = is_error || is_answer || is_short ? (int)json_long(action, "at", -1) : -1;
	out->edit = cJSON_Duplicate(edit, true);
	out->body = is_answer ? cJSON_Duplicate(json_at(action, "body"), true) : NULL;
	out->done = cJSON_IsTrue(json_at(action, "done"));
	out->as = as ? sb_copy(as) : NULL;
}

static bool faults_read_action(const cJSON *action, struct fault *out, const char **why)
{
	const char *type = json_text(action, "type");
	size_t i = 0;
	while (i < sizeof(names) / sizeof(names[0]) && (!type || strcmp(names[i], type) != 0))
		i++;
	if (i == sizeof(names) / sizeof(names[0])) {
		*why = "action.type is none of latency, status, cut_before, accept_then_cut, "
		       "accept_then_timeout, error, exit_before, exit_after_commit, expire, "
		       "revoke, edit, sunset, deny, answer, too_large, short";
		return false;
	}
	out->type = (enum fault_type)i;
	out->ms = (long)json_long(action, "ms", 0);
	bool usual = out->type == FAULT_SUNSET || out->type == FAULT_TOO_LARGE;
	out->status = (int)json_long(action, "status", usual ? 0 : 500);
	const cJSON *code = json_at(action, "errorCode");
	if (out->type == FAULT_ERROR && !cJSON_IsObject(code) && !cJSON_IsString(code)) {
		*why = "an error action needs errorCode: an object with one member, or a text";
		return false;
	}
	if (out->type == FAULT_EDIT && !cJSON_IsObject(json_at(action, "edit"))) {
		*why = "an edit action needs edit: the body of POST /_control/edit";
		return false;
	}
	read_members(action, out);
	return true;
}

int faults_add(struct faults *faults, const cJSON *wish, const char **why)
{
	struct fault fault = { 0 };
	if (!faults_read_action(json_at(wish, "action"), &fault, why))
		return 0;
	struct rule *rule = sb_alloc(sizeof(*rule));
	rule->wish = cJSON_Duplicate(wish, true);
	rule->fault = fault;
	rule->skip = json_long(wish, "skip", 0);
	rule->times = json_long(wish, "times", 1);
	struct rule **end = &faults->first;
	while (*end)
		end = &(*end)->next;
	*end = rule;
	return ++faults->last_id;
}

static bool has_operation(const cJSON *operations, const char *name)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, operations)
	{
		if (strcmp(item->valuestring, name) == 0)
			return true;
	}
	return false;
}

static bool faults_matches(const struct rule *rule, const struct sighting *seen)
{
	const cJSON *match = json_at(rule->wish, "match");
	const char *platform = json_text(rule->wish, "platform");
	const char *method = json_text(match, "method");
	const char *path = json_text(match, "path");
	const char *operation = json_text(match, "operation");
	const char *customer = json_text(match, "customerId");
	return (!platform || strcmp(platform, seen->platform) == 0) &&
	       (!method || strcmp(method, seen->method) == 0) &&
	       (!path || strstr(seen->path, path)) &&
	       (!operation || has_operation(seen->operations, operation)) &&
	       (!customer || strcmp(customer, seen->customer) == 0) &&
	       (long long)seen->size > json_long(match, "largerThan", -1);
}

const struct fault *faults_take(struct faults *faults, const struct sighting *seen)
{
	for (struct rule *rule = faults->first; rule; rule = rule->next) {
		if (rule->times <= 0 || !faults_matches(rule, seen))
			continue;
		if (rule->skip > 0) {
			rule->skip--;
			continue;
		}
		rule->times--;
		return &rule->fault;
	}
	return NULL;
}

void fault_page(int status, struct reply *reply)
{
	reply_text(reply, status, "text/html; charset=utf-8",
		   "<!DOCTYPE html><title>Error</title><p>The requested URL was not found.\n");
}

void fault_page_too_large(int status, struct reply *reply)
{
	reply_text(
		reply, status ? status : 413, "text/html; charset=utf-8",
		"<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n"
		"<center><h1>413 Request Entity Too Large</h1></center>\r\n</body>\r\n</html>\r\n");
}

char *fault_body(const struct fault *fault)
{
	if (cJSON_IsString(fault->body))
		return sb_copy(fault->body->valuestring);
	return fault->body ? json_print(fault->body) : sb_copy("");
}

static void faults_answer(const struct fault *fault, struct reply *reply)
{
	char *body = fault_body(fault);
	reply_text(reply, fault->status,
		   cJSON_IsString(fault->body) ? "text/html; charset=utf-8"
					       : "application/json; charset=UTF-8",
		   body);
	free(body);
}

/* Somebody changes an object in the platform's own pages while the request is on its way. */
static void faults_edit(struct sandbox *sandbox, const struct fault *fault,
			const struct sighting *seen)
{
	struct reply unread = { 0 };
	for (const struct simulator *const *s = simulators; *s; s++)
		if (strcmp(seen->platform, (*s)->name) == 0)
			(*s)->edit(sandbox, fault->edit, &unread);
	free(unread.body);
	if (unread.status < 400)
		log_edit(sandbox, fault->edit);
}

bool fault_before(struct sandbox *sandbox, const struct fault *fault, const struct sighting *seen,
		  struct reply *reply)
{
	if (fault->type == FAULT_EXIT_BEFORE)
		_exit(1);
	if (fault->type == FAULT_EXPIRE)
		store_expire_tokens(sandbox->store, seen->customer);
	if (fault->type == FAULT_REVOKE)
		store_revoke_account(sandbox->store, seen->customer, true);
	if (fault->type == FAULT_EDIT)
		faults_edit(sandbox, fault, seen);
	if (fault->type == FAULT_DENY) {
		const char *why;
		access_set(sandbox, seen->customer, true, fault->as, &why);
	}
	if (fault->type == FAULT_ANSWER && !fault->done && fault->at < 0) {
		faults_answer(fault, reply);
		return true;
	}
	reply->cut = fault->type == FAULT_CUT_BEFORE;
	if (reply->cut)
		reply->delay_ms += fault->ms;
	return reply->cut;
}

void fault_after(const struct fault *fault, struct reply *reply)
{
	if (fault->type == FAULT_EXIT_AFTER_COMMIT)
		_exit(1);
	if (fault->type == FAULT_ANSWER && fault->done && fault->at < 0)
		faults_answer(fault, reply);
	if (fault->type == FAULT_LATENCY || fault->type == FAULT_ACCEPT_THEN_TIMEOUT)
		reply->delay_ms += fault->ms;
	if (fault->type == FAULT_ACCEPT_THEN_CUT || fault->type == FAULT_ACCEPT_THEN_TIMEOUT)
		reply->cut = true;
}

struct request_log *log_new(void)
{
	struct request_log *log = sb_alloc(sizeof(*log));
	log->entries = cJSON_CreateArray();
	return log;
}

bool log_to_file(struct request_log *log, const char *path)
{
	log->file = fopen(path, "ae");
	return log->file != NULL;
}

void log_free(struct request_log *log)
{
	if (log->file)
		fclose(log->file);
	cJSON_Delete(log->entries);
	free(log);
}

void log_clear(struct request_log *log)
{
	cJSON_Delete(log->entries);
	log->entries = cJSON_CreateArray();
	log->held = 0;
}

/* The written objects in the simulator's own words, without its internal members. */
static cJSON *in_words(const char *platform, cJSON *written)
{
	const struct simulator *const *s = simulators;
	cJSON *told = cJSON_CreateArray(), *each = written ? written->child : NULL;
	while (*s && strcmp((*s)->name, platform) != 0)
		s++;
	while (*s && each) {
		cJSON *next = each->next;
		const char *word = (*s)->word((int)json_long(each, "kind", 0));
		if (word) {
			cJSON_DetachItemViaPointer(written, each);
			json_set_text(each, "kind", word);
			cJSON_AddItemToArray(told, each);
		}
		each = next;
	}
	cJSON_Delete(written);
	return told;
}

/* Appends the entry to the file as one line; then drops the values, which memory does not hold. */
static void write_line(struct request_log *log, cJSON *entry)
{
	if (!log->file)
		return;
	char *line = json_print(entry);
	fprintf(log->file, "%s\n", line);
	fflush(log->file);
	free(line);
	cJSON *each;
	cJSON_ArrayForEach(each, json_at(entry, "written"))
	{
		cJSON_DeleteItemFromObjectCaseSensitive(each, "value");
	}
}

void log_edit(struct sandbox *sandbox, const cJSON *wish)
{
	const char *platform = json_text(wish, "platform");
	cJSON *e = cJSON_CreateObject();
	platform = platform ? platform : simulators[0]->name;
	json_set_text(e, "platform", platform);
	json_set_text(e, "method", "EDIT");
	const cJSON *customer = json_at(wish, "customerId");
	json_set(e, "customerId", customer ? cJSON_Duplicate(customer, true) : cJSON_CreateNull());
	json_set(e, "written", in_words(platform, store_written(sandbox->store)));
	write_line(sandbox->log, e);
	cJSON_Delete(e);
}

void log_add(struct request_log *log, const struct log_entry *entry)
{
	cJSON *e = cJSON_CreateObject();
	json_set(e, "n", cJSON_CreateNumber((double)++log->last));
	json_set_text(e, "platform", entry->platform);
	json_set_text(e, "method", entry->method);
	json_set_text(e, "path", entry->path);
	json_set(e, "customerId",
		 *entry->customer ? cJSON_CreateString(entry->customer) : cJSON_CreateNull());
	json_set(e, "status", cJSON_CreateNumber(entry->status));
	json_set(e, "fault", entry->fault ? cJSON_CreateString(entry->fault) : cJSON_CreateNull());
	json_set(e, "operations", entry->operations ? entry->operations : cJSON_CreateArray());
	json_set_bool(e, "committed", entry->committed);
	json_set(e, "written", in_words(entry->platform, entry->written));
	write_line(log, e);
	cJSON_AddItemToArray(log->entries, e);
	if (++log->held > LOG_ROOM) {
		cJSON_Delete(cJSON_DetachItemViaPointer(log->entries, log->entries->child));
		log->held--;
	}
}

cJSON *log_after(const struct request_log *log, long long after)
{
	cJSON *list = cJSON_CreateArray();
	const cJSON *entry;
	cJSON_ArrayForEach(entry, log->entries)
	{
		if (json_long(entry, "n", 0) > after)
			cJSON_AddItemToArray(list, cJSON_Duplicate(entry, true));
	}
	return list;
}
