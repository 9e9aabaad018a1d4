/* The parameters of each call, as rows. */
#ifndef SANDBOX_META_SCHEMA_H
#define SANDBOX_META_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

enum m_type {
	M_TEXT,
	M_ID,      /* digits */
	M_WHOLE,   /* a whole number from 0 */
	M_DECIMAL, /* a number from 0 */
	M_NUMBER,  /* any number */
	M_FLAG,
	M_WHEN, /* ISO 8601, or seconds since 1970 */
	M_WORD, /* one of `words` */
	M_URL,
	M_OBJECT, /* of `message`, or any where that is NULL */
};

struct m_message;

struct m_field {
	const char *name;
	enum m_type type;
	bool list;     /* of them */
	bool required; /* where the message makes something */
	const char *const *words;
	const struct m_message *message;
	long max; /* characters of a text; 0: 1,000 */
};

struct m_message {
	const struct m_field *fields;
	size_t count;
};

extern const struct m_message m_campaign_new, m_campaign_change, m_adset_new, m_adset_change,
	m_ad_new, m_ad_change, m_creative_new, m_creative_change, m_image_new, m_image_gone,
	m_video_new, m_label_new, m_reading, m_listing, m_insights_asked, m_batching, m_nothing,
	m_events_sent;

#endif
