int MHD_start(void);
int sqlite3_step(void);
int PQexec(void);
int curl_easy_init(void);
int jwt_new(void);
int ad_rest_answer(void);
int ad_count;
int ad_set = 3;
static _Thread_local int ad_kept;
extern const int ad_fine;
const int ad_fine = 3;
extern const char *const ad_names[2];
const char *const ad_names[2] = { "a", "b" };
int f(void);
int f(void)
{
	static int calls;
	return MHD_start() + sqlite3_step() + PQexec() + curl_easy_init() + jwt_new() +
	       ad_rest_answer() + calls++ + ad_kept++;
}
