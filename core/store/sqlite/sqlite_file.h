/*
 * SQLite's files with fewer writes: it hands out a page at a time (two writes each in the log),
 * and a group of changes is dozens of pages. Writes that follow each other are gathered and made
 * as one before anything could tell the difference: before a sync, before a read of what waits,
 * before the file is measured, cut, locked or closed. Private to store_sqlite.c.
 *
 * What it relies on: with synchronous = FULL a commit syncs the log before other connections can
 * see its pages, and a checkpoint syncs the database before it says how far it came.
 */
#ifndef AD_STORE_SQLITE_FILE_H
#define AD_STORE_SQLITE_FILE_H

/* The name under which files are opened by it. */
#define AD_SQLITE_FILES "adcore"

/* Makes it known to SQLite; once a process, before the first file is opened. */
void ad_sqlite_files(void);

#endif
