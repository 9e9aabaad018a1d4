#include "store/sqlite/sqlite_file.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "base/base.h"

/* Thirty pages of the log; SQLite's own files take less than 128 KiB at a time. */
#define GATHERED_MAX (120 * 1024)

struct file {
	sqlite3_file base;   /* first: SQLite's handle */
	sqlite3_file *real;  /* behind this struct, in the same allocation */
	char *gathered;      /* GATHERED_MAX bytes, made at the first write */
	sqlite3_int64 start; /* where they belong */
	int count;
};

static struct file *store_sqlite_file_of(sqlite3_file *file)
{
	return (struct file *)file;
}

static sqlite3_vfs *real_of(const sqlite3_vfs *vfs)
{
	return vfs->pAppData;
}

/* Writes what is gathered. Where that fails it is gone, and so is the transaction it is part of. */
static int store_sqlite_file_flush(struct file *f)
{
	int count = f->count;

	f->count = 0;
	if (!count)
		return SQLITE_OK;
	return f->real->pMethods->xWrite(f->real, f->gathered, count, f->start);
}

static int close_file(sqlite3_file *file)
{
	struct file *f = store_sqlite_file_of(file);
	int flushed = store_sqlite_file_flush(f);
	int closed = f->real->pMethods->xClose(f->real);

	free(f->gathered);
	f->gathered = NULL;
	return flushed == SQLITE_OK ? closed : flushed;
}

static int store_sqlite_file_read_file(sqlite3_file *file, void *out, int n, sqlite3_int64 at)
{
	struct file *f = store_sqlite_file_of(file);

	if (f->count && at < f->start + f->count && f->start < at + n) {
		int code = store_sqlite_file_flush(f);

		if (code != SQLITE_OK)
			return code;
	}
	return f->real->pMethods->xRead(f->real, out, n, at);
}

static int write_file(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at)
{
	struct file *f = store_sqlite_file_of(file);

	if (f->count && (at != f->start + f->count || n > GATHERED_MAX - f->count)) {
		int code = store_sqlite_file_flush(f);

		if (code != SQLITE_OK)
			return code;
	}
	if (n > GATHERED_MAX)
		return f->real->pMethods->xWrite(f->real, bytes, n, at);
	if (!f->gathered)
		f->gathered = ad_xmalloc(GATHERED_MAX);
	if (!f->count)
		f->start = at;
	memcpy(f->gathered + f->count, bytes, (size_t)n);
	f->count += n;
	return SQLITE_OK;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
	struct file *f = store_sqlite_file_of(file);
	int code = store_sqlite_file_flush(f);

	return code == SQLITE_OK ? f->real->pMethods->xTruncate(f->real, size) : code;
}

static int sync_file(sqlite3_file *file, int flags)
{
	struct file *f = store_sqlite_file_of(file);
	int code = store_sqlite_file_flush(f);

	return code == SQLITE_OK ? f->real->pMethods->xSync(f->real, flags) : code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
	struct file *f = store_sqlite_file_of(file);
	int code = store_sqlite_file_flush(f);

	return code == SQLITE_OK ? f->real->pMethods->xFileSize(f->real, size) : code;
}

static int lock_file(sqlite3_file *file, int level)
{
	struct file *f = store_sqlite_file_of(file);

	return f->real->pMethods->xLock(f->real, level);
}

static int unlock_file(sqlite3_file *file, int level)
{
	struct file *f = store_sqlite_file_of(file);
	int code = store_sqlite_file_flush(f);
	int unlocked = f->real->pMethods->xUnlock(f->real, level);

	return code == SQLITE_OK ? unlocked : code;
}

static int check_reserved_lock(sqlite3_file *file, int *reserved)
{
	struct file *f = store_sqlite_file_of(file);

	return f->real->pMethods->xCheckReservedLock(f->real, reserved);
}

static int store_sqlite_file_control(sqlite3_file *file, int op, void *arg)
{
	struct file *f = store_sqlite_file_of(file);
	int code = store_sqlite_file_flush(f);

	return code == SQLITE_OK ? f->real->pMethods->xFileControl(f->real, op, arg) : code;
}

static int sector_size(sqlite3_file *file)
{
	struct file *f = store_sqlite_file_of(file);

	return f->real->pMethods->xSectorSize(f->real);
}

static int store_sqlite_file_characteristics(sqlite3_file *file)
{
	struct file *f = store_sqlite_file_of(file);

	return f->real->pMethods->xDeviceCharacteristics(f->real);
}

static int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **out)
{
	struct file *f = store_sqlite_file_of(file);

	return f->real->pMethods->xShmMap(f->real, region, size, extend, out);
}

/* Also where a checkpoint ends, or another connection's may begin. */
static int shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
	struct file *f = store_sqlite_file_of(file);
	int code = store_sqlite_file_flush(f);

	return code == SQLITE_OK ? f->real->pMethods->xShmLock(f->real, offset, n, flags) : code;
}

static void shm_barrier(sqlite3_file *file)
{
	struct file *f = store_sqlite_file_of(file);

	f->real->pMethods->xShmBarrier(f->real);
}

static int shm_unmap(sqlite3_file *file, int delete)
{
	struct file *f = store_sqlite_file_of(file);

	return f->real->pMethods->xShmUnmap(f->real, delete);
}

/* Version 2: no memory mapping, which would show what is not written yet. */
static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = close_file,
	.xRead = store_sqlite_file_read_file,
	.xWrite = write_file,
	.xTruncate = truncate_file,
	.xSync = sync_file,
	.xFileSize = file_size,
	.xLock = lock_file,
	.xUnlock = unlock_file,
	.xCheckReservedLock = check_reserved_lock,
	.xFileControl = store_sqlite_file_control,
	.xSectorSize = sector_size,
	.xDeviceCharacteristics = store_sqlite_file_characteristics,
	.xShmMap = shm_map,
	.xShmLock = shm_lock,
	.xShmBarrier = shm_barrier,
	.xShmUnmap = shm_unmap,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
	sqlite3_vfs *real = real_of(vfs);
	struct file *f = store_sqlite_file_of(file);
	int code;

	/* Journals and temporary files are as they were. */
	if (!(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)))
		return real->xOpen(real, name, file, flags, given);
	*f = (struct file){ .real = (sqlite3_file *)(void *)(f + 1) };
	f->real->pMethods = NULL;
	code = real->xOpen(real, name, f->real, flags, given);
	/* SQLite closes what has methods, also after a failure. */
	f->base.pMethods = f->real->pMethods ? &methods : NULL;
	return code;
}

void ad_sqlite_files(void)
{
	sqlite3_vfs *real = sqlite3_vfs_find(NULL);
	sqlite3_vfs *ours;

	/* Without it, opening by the name fails and says so. */
	if (!real)
		return;
	/* Kept as long as the process: SQLite holds it. The rest of it is the real one's. */
	ours = ad_xmalloc(sizeof(*ours));
	*ours = *real;
	ours->pNext = NULL;
	ours->zName = AD_SQLITE_FILES;
	ours->pAppData = real;
	ours->szOsFile = (int)sizeof(struct file) + real->szOsFile;
	ours->xOpen = open_file;
	if (sqlite3_vfs_register(ours, 0) != SQLITE_OK)
		free(ours);
}
