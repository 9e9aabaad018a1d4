#include <jwt.h>
#include <curl/curl.h>
