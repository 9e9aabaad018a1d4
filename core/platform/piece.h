/* One operation of ours as an adapter sees it, and its input. */
#ifndef AD_PLATFORM_PIECE_H
#define AD_PLATFORM_PIECE_H

#include <cjson/cJSON.h>

#include "base/text.h"
#include "model/resource.h"

struct ad_made;
struct ad_remote;
struct ad_upload;

enum ad_op {
	AD_OP_CREATE,
	AD_OP_UPDATE,
	AD_OP_REMOVE,
	AD_OP_UPLOAD, /* of a conversion (upload.h) */
	AD_OP_COUNT
};

/* A picture or video. */
struct ad_piece_media {
	struct ad_str bytes; /* CREATE of an asset; else absent */
	struct ad_str mime;  /* "image/png" */
	int64_t width, height;
};

/* An asset of a piece: a link's one, or those that an ad names, in order. */
struct ad_piece_asset {
	const struct ad_piece_asset *next;
	struct ad_str id, remote_id; /* ours and the remote one; the latter may be absent */
	struct ad_str role;          /* in which it is attached: "IMAGE" */
	const cJSON *fields;         /* as last sent */
	struct ad_piece_media media;
	struct ad_str url; /* returns its bytes for a day, if the platform fetches_media */
};

/* One operation of ours, as an adapter sees it. */
struct ad_piece {
	enum ad_op op;
	const struct ad_resource *res;
	struct ad_str id;               /* our object's: the mark */
	const cJSON *want;              /* AD_SENT fields as wanted */
	const cJSON *synced;            /* UPDATE, REMOVE: the last synced fields, or NULL */
	const char *const *changed;     /* UPDATE: NULL-ended names of fields to send */
	struct ad_str remote_id;        /* UPDATE, REMOVE */
	struct ad_str parent_remote_id; /* absent for a campaign */
	int64_t since;                  /* CREATE in doubt: objects created before are not its */
	const cJSON *parent;            /* its parent's fields as last sent, NULL for a campaign */
	bool has_groups;                /* UPDATE of a campaign: it has ad groups of ours */
	bool parent_pulled;             /* CREATE below a campaign of a pull, with ad groups */
	bool under_campaign;            /* a keyword, or an asset's link, at campaign level */
	struct ad_piece_media media;    /* of an asset */
	const struct ad_piece_asset *assets;
	const struct ad_remote *live;   /* UPDATE, REMOVE: as just read */
	const struct ad_made *made;     /* made by its earlier steps, in order */
	const struct ad_upload *upload; /* UPLOAD */
};

/* True if a remote keyword has the text of the piece, by the platform's comparison. */
bool ad_piece_same_words(enum ad_platform platform, const struct ad_piece *piece,
			 const struct ad_remote *remote);

#endif
