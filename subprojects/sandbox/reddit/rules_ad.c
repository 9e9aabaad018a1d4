/* Ads and the posts that they promote. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reddit.h"

static bool is_url(const char *s)
{
	return s && (strncmp(s, "http://", 7) == 0 || strncmp(s, "https://", 8) == 0) &&
	       strlen(strstr(s, "://")) > 3;
}

/* The destination of a post that has one; NULL for a text. Held by the post. */
static const char *reddit_rules_ad_destination(const cJSON *post)
{
	const cJSON *content = json_at(post, "content");
	return content ? json_text(content->child, "destination_url") : NULL;
}

static void check_post_of(struct rd_call *call, const cJSON *is)
{
	const char *id = json_text(is, "post_id");
	cJSON *post = id ? rd_load(call, RD_POST, id) : NULL;
	const char *leads = reddit_rules_ad_destination(post);
	const char *click = json_text(is, "click_url");
	if (!id)
		rd_fault(call->faults, "data/post_id", "post_id is required");
	else if (!post)
		rd_fault(call->faults, "data/post_id", "Post not found");
	else if (leads && click && strcmp(leads, click) != 0)
		rd_fault(call->faults, "data/click_url",
			 "click_url must match the destination_url of the post");
	if (post && rd_set(is, "profile_id") &&
	    !rd_is(is, "profile_id", json_text(post, "profile_id")))
		rd_fault(call->faults, "data/profile_id", "The post belongs to another profile");
	cJSON_Delete(post);
}

void rd_check_ad(struct rd_call *call, const cJSON *was, cJSON *is)
{
	const char *click = json_text(is, "click_url");
	cJSON *group = rd_load(call, RD_AD_GROUP, json_text(is, "ad_group_id"));
	if (!group || rd_is(group, "configured_status", "DELETED"))
		rd_fault(call->faults, "data/ad_group_id", "Ad group not found");
	else if (!was && rd_is(group, "configured_status", "ARCHIVED"))
		rd_fault(call->faults, "data/ad_group_id", "The ad group is archived");
	cJSON_Delete(group);
	if (click && !is_url(click))
		rd_fault(call->faults, "data/click_url", "'%.100s' is not a 'uri'", click);
	check_post_of(call, is);
}

/* A picture or film that Reddit fetches, and where a click on it leads. */
static void check_content(struct rd_call *call, const cJSON *is)
{
	const cJSON *item;
	char path[60];
	int i = 0;
	cJSON_ArrayForEach(item, json_at(is, "content"))
	{
		snprintf(path, sizeof(path), "data/content/%d/media_url", i);
		if (!is_url(json_text(item, "media_url")))
			rd_fault(call->faults, path, "The media could not be fetched");
		snprintf(path, sizeof(path), "data/content/%d/destination_url", i++);
		if (!rd_set(item, "destination_url"))
			rd_fault(call->faults, path, "destination_url is required");
		else if (!is_url(json_text(item, "destination_url")))
			rd_fault(call->faults, path, "destination_url is not a 'uri'");
	}
}

void rd_check_post(struct rd_call *call, const cJSON *was, cJSON *is)
{
	int n = cJSON_GetArraySize(json_at(is, "content"));
	bool text = rd_is(is, "type", "TEXT");
	if (was)
		return;
	if (text && n)
		rd_fault(call->faults, "data/content", "A TEXT post has no content");
	if (!text && rd_is(is, "type", "CAROUSEL") ? n < 1 : !text && n != 1)
		rd_fault(call->faults, "data/content", "content must hold the media of the post");
	if (rd_is(is, "type", "VIDEO") && !is_url(json_text(is, "thumbnail_url")))
		rd_fault(call->faults, "data/thumbnail_url", "A VIDEO post needs a thumbnail_url");
	check_content(call, is);
}
