#include <sqlite3.h>
#include <libpq-fe.h>
