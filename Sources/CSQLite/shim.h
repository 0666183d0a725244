// SQLite. One thread at a time for each connection.
#pragma once
#include <sqlite3.h>

// Turns on defensive mode, in which a damaged or hostile file does no harm. The call is variadic, which Swift cannot import.
static inline int dicta_sqlite3_defend(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
