// Library thread.
#pragma once
#include <sqlite3.h>

// Variadic in C, which Swift cannot call: the switch that keeps a damaged file from doing harm.
static inline int dicta_sqlite3_defend(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
