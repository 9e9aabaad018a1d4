/* Rendered JSON: what the rows cannot say of the REST API. */
#include "rest/openapi_parts.h"

const char ad_openapi_info[] =
	"{\"title\":\"adcore\",\"version\":\"1.0.0\",\"summary\":\"Advertising campaigns "
	"on four platforms, drafted here and pushed with care.\",\"description\":\"Everyt"
	"hing is drafted locally and staged; nothing reaches a live ad platform until a p"
	"reviewed push with a token that holds sync:write. Removals and renames go to /ap"
	"i/v2; additions are made without notice and clients must tolerate them.\",\"lice"
	"nse\":{\"name\":\"All rights reserved\",\"identifier\":\"LicenseRef-Proprietary\""
	"},\"contact\":{\"name\":\"The operator of this server\"}}";

const char ad_openapi_security[] =
	"{\"bearer\":{\"type\":\"http\",\"scheme\":\"bearer\",\"bearerFormat\":\"adcore t"
	"oken or JWT\",\"description\":\"An API token (adcore_<live|test>_<tokenId>_<secr"
	"et>) or an OAuth access token whose audience is this API, in the Authorization h"
	"eader only.\"}}";

const char ad_openapi_parameters[] =
	"{\"spaceId\":{\"name\":\"X-Space-Id\",\"in\":\"header\",\"description\":\"The Sp"
	"ace to work in; the Personal Space when omitted.\",\"schema\":{\"type\":\"string"
	"\"}},\"limit\":{\"name\":\"limit\",\"in\":\"query\",\"description\":\"Objects a "
	"page.\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default"
	"\":50}},\"cursor\":{\"name\":\"cursor\",\"in\":\"query\",\"description\":\"meta."
	"nextCursor of the page before.\",\"schema\":{\"type\":\"string\",\"pattern\":\"^"
	"[A-Za-z0-9_-]+$\"}},\"order\":{\"name\":\"order\",\"in\":\"query\",\"description"
	"\":\"Newest first (desc) or oldest first (asc).\",\"schema\":{\"type\":\"string\""
	",\"enum\":[\"asc\",\"desc\"],\"default\":\"desc\"}},\"q\":{\"name\":\"q\",\"in\""
	":\"query\",\"description\":\"Only objects whose name (of a keyword: text) contai"
	"ns it, in any case.\",\"schema\":{\"type\":\"string\"}},\"updatedSince\":{\"name"
	"\":\"updatedSince\",\"in\":\"query\",\"description\":\"Only objects edited at or"
	" after this time.\",\"schema\":{\"type\":\"string\",\"format\":\"date-time\"}},\""
	"idempotencyKey\":{\"name\":\"Idempotency-Key\",\"in\":\"header\",\"description\""
	":\"Makes a repeat safe: the same key and body get the first answer again for 24 "
	"hours.\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":255}},\"v"
	"alidateOnly\":{\"name\":\"validateOnly\",\"in\":\"query\",\"description\":\"Run "
	"every check and change nothing.\",\"schema\":{\"type\":\"boolean\",\"default\":f"
	"alse}},\"ifMatch\":{\"name\":\"If-Match\",\"in\":\"header\",\"description\":\"On"
	"ly where the object's version is still that of this ETag.\",\"schema\":{\"type\""
	":\"string\"}},\"ifNoneMatch\":{\"name\":\"If-None-Match\",\"in\":\"header\",\"de"
	"scription\":\"304 where the object still has this ETag.\",\"schema\":{\"type\":\""
	"string\"}}}";

const char ad_openapi_headers[] =
	"{\"X-Request-Id\":{\"description\":\"Id of this request, for support.\",\"requir"
	"ed\":true,\"schema\":{\"type\":\"string\"}},\"X-RateLimit-Limit\":{\"description"
	"\":\"Minute bucket size for this token.\",\"required\":true,\"schema\":{\"type\""
	":\"integer\"}},\"X-RateLimit-Remaining\":{\"description\":\"Requests left in the"
	" current window.\",\"required\":true,\"schema\":{\"type\":\"integer\"}},\"X-Rate"
	"Limit-Reset\":{\"description\":\"Unix time at which the window resets.\",\"requi"
	"red\":true,\"schema\":{\"type\":\"integer\"}},\"Location\":{\"description\":\"Pa"
	"th of the new object.\",\"schema\":{\"type\":\"string\"}}}";

const char ad_openapi_schemas[] =
	"\"Meta\":{\"type\":\"object\",\"required\":[\"requestId\"],\"properties\":{\"req"
	"uestId\":{\"type\":\"string\"},\"validateOnly\":{\"type\":\"boolean\"}}},\"ListM"
	"eta\":{\"type\":\"object\",\"required\":[\"requestId\",\"nextCursor\",\"total\"]"
	",\"properties\":{\"requestId\":{\"type\":\"string\"},\"nextCursor\":{\"oneOf\":["
	"{\"type\":\"string\"},{\"type\":\"null\"}]},\"total\":{\"type\":\"integer\",\"mi"
	"nimum\":0}}},\"FieldFault\":{\"type\":\"object\",\"required\":[\"path\",\"code\""
	",\"message\"],\"properties\":{\"path\":{\"type\":\"string\"},\"code\":{\"type\":"
	"\"string\"},\"message\":{\"type\":\"string\"},\"limit\":{\"type\":\"number\"}}},"
	"\"Violation\":{\"type\":\"object\",\"required\":[\"rule\",\"limit\",\"actual\",\""
	"id\"],\"properties\":{\"rule\":{\"type\":\"string\"},\"limit\":{},\"actual\":{},"
	"\"id\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]},\"message\":{\"ty"
	"pe\":\"string\"}}},\"ErrorDetails\":{\"type\":\"object\",\"required\":[\"recover"
	"y\"],\"properties\":{\"recovery\":{\"type\":\"string\",\"enum\":[\"transient\",\""
	"correctable\",\"terminal\"]},\"suggestion\":{\"type\":\"string\"},\"fields\":{\""
	"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/FieldFault\"}},\"req"
	"uired\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"bucket\":{\"type\""
	":\"string\",\"enum\":[\"minute\",\"daily\"]},\"retryAfter\":{\"type\":\"integer\""
	"},\"resource\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]},\"id\":{\""
	"oneOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]},\"plan\":{\"oneOf\":[{\"typ"
	"e\":\"string\"},{\"type\":\"null\"}]},\"manageUrl\":{\"type\":\"string\"},\"viol"
	"ations\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Violatio"
	"n\"}},\"currentVersion\":{\"type\":\"integer\"},\"reason\":{\"type\":\"string\"}"
	",\"planHash\":{\"type\":\"string\"},\"runId\":{\"type\":\"string\"}}},\"Error\":"
	"{\"type\":\"object\",\"required\":[\"code\",\"message\",\"details\"],\"propertie"
	"s\":{\"code\":{\"type\":\"string\",\"enum\":[\"VALIDATION_ERROR\",\"INVALID_CRED"
	"ENTIALS\",\"SUBSCRIPTION_REQUIRED\",\"SUBSCRIPTION_EXPIRED\",\"API_ACCESS_NOT_IN"
	"_PLAN\",\"INSUFFICIENT_SCOPE\",\"NOT_FOUND\",\"METHOD_NOT_ALLOWED\",\"CONFLICT\""
	",\"IDEMPOTENCY_CONFLICT\",\"PRECONDITION_FAILED\",\"PAYLOAD_TOO_LARGE\",\"UNSUPP"
	"ORTED_MEDIA_TYPE\",\"GUARDRAIL_VIOLATION\",\"RATE_LIMITED\",\"INTERNAL_ERROR\",\""
	"UNAVAILABLE\"]},\"message\":{\"type\":\"string\"},\"details\":{\"$ref\":\"#/comp"
	"onents/schemas/ErrorDetails\"}}},\"Problem\":{\"type\":\"object\",\"required\":["
	"\"error\"],\"properties\":{\"error\":{\"$ref\":\"#/components/schemas/Error\"}}}";

const char ad_openapi_own_path[] =
	"{\"get\":{\"operationId\":\"getOpenApi\",\"summary\":\"Get this description\",\""
	"description\":\"The OpenAPI 3.1 description of the API; public, no token.\",\"ta"
	"gs\":[\"Description\"],\"security\":[],\"responses\":{\"200\":{\"description\":\""
	"The description\",\"content\":{\"application/json\":{\"schema\":{\"type\":\"obje"
	"ct\"}}}},\"400\":{\"$ref\":\"#/components/responses/"
	"ValidationError\"},\"429\":{\"$ref\":\"#/components/responses/RateLimited\"}}}}";
