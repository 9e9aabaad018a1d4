/* Videos of an ad account: they are prepared for a moment before an ad can show them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meta.h"

enum {
	POLLS = 2 /* how often its status is asked for until it is ready */
};

/* The text of a parameter of a part's header: name="title"; on the heap, or NULL. */
static char *meta_video_parameter(const char *head, size_t size, const char *name)
{
	char *copy = sb_copy_n(head, size), *out = NULL;
	char *at = strstr(copy, name);
	if (at) {
		at += strlen(name);
		out = sb_copy_n(at, strcspn(at, "\""));
	}
	free(copy);
	return out;
}

/* A file is kept as what it begins like. */
static void meta_video_take_part(cJSON *params, const char *head, size_t head_size,
				 const char *data, size_t size)
{
	char *name = meta_video_parameter(head, head_size, "; name=\"");
	char *file = meta_video_parameter(head, head_size, "filename=\"");
	char *text = file ? NULL : sb_copy_n(data, size);
	bool video = size > 8 && memcmp(data + 4, "ftyp", 4) == 0;
	if (name && file)
		json_set_text(params, name, video ? "video" : "other");
	else if (name)
		json_set_text(params, name, text);
	free(name);
	free(file);
	free(text);
}

/* RFC 7578; what is none is no parameter. */
void m_read_multipart(cJSON *params, const struct request *request, const char *type)
{
	const char *word = strstr(type, "boundary=");
	const char *end = request->body + request->size, *at = request->body;
	char line[80];
	if (!word || strlen(word + 9) + 5 > sizeof(line))
		return;
	snprintf(line, sizeof(line), "\r\n--%s", word + 9);
	size_t n = strlen(line);
	if ((size_t)(end - at) < n || memcmp(at, line + 2, n - 2) != 0)
		return;
	at += n - 2;
	while ((size_t)(end - at) > 4 && memcmp(at, "\r\n", 2) == 0) {
		const char *head = at + 2;
		const char *data = memmem(head, (size_t)(end - head), "\r\n\r\n", 4);
		const char *stop =
			data ? memmem(data + 4, (size_t)(end - data - 4), line, n) : NULL;
		if (!stop)
			return;
		meta_video_take_part(params, head, (size_t)(data - head), data + 4,
				     (size_t)(stop - data - 4));
		at = stop + n;
	}
}

void m_video_create(struct m_call *call)
{
	const char *source;
	if (!m_check(call, &m_video_new))
		return;
	source = json_text(call->values, "source");
	if (!source && !json_text(call->values, "file_url"))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "source" },
			 "(#100) A video needs its source or file_url.");
	if (source && strcmp(source, "video") != 0)
		m_refuse(
			call, (struct m_refusal){ .code = 352, .field = "source" },
			"(#352) The video file you selected is in a format that we don't support.");
	cJSON_DeleteItemFromObject(call->values, "source");
	json_set_text(call->values, "status", "ACTIVE");
	m_made(call, M_VIDEO, call->values);
}

static const char *meta_video_state_of(const cJSON *video)
{
	if (json_true(video, "_broken"))
		return "error";
	return json_long(video, "_polls", 0) >= POLLS ? "ready" : "processing";
}

bool m_video_is_ready(const cJSON *video)
{
	return strcmp(meta_video_state_of(video), "ready") == 0;
}

void m_video_poll(struct m_call *call, cJSON *video)
{
	long long polls = json_long(video, "_polls", 0) + 1;
	json_set(video, "_polls", cJSON_CreateNumber((double)polls));
	m_put(call, M_VIDEO, video);
}

void m_video_show(cJSON *video)
{
	cJSON *status = cJSON_CreateObject();
	json_set_text(status, "video_status", meta_video_state_of(video));
	json_set(video, "status", status);
}
