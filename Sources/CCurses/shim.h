// ncurses with wide characters, as a writer of differences: it writes to a file in memory and reads nothing. One thread at a time.
#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdio.h>
#include <wchar.h>

// In term.h, whose macros have the names of ordinary words.
extern char *tigetstr(const char *name);

// The bits of a look, since curses has its attributes as macros.
enum { DICTA_BOLD = 1, DICTA_UNDERLINED = 2, DICTA_REVERSED = 4, DICTA_BLINKING = 8 };

// Opens a screen for a type of terminal that writes to a descriptor; NULL if the type is unknown or cannot move its cursor.
// curses reads from /dev/null, which `typeahead` keeps it from looking at.
static inline SCREEN *dicta_curses_open(const char *type, int output) {
    FILE *out = fdopen(output, "w");
    FILE *in = fopen("/dev/null", "r");
    if (out == NULL || in == NULL) return NULL;
    SCREEN *screen = newterm(type, out, in);
    if (screen == NULL) return NULL;
    typeahead(-1);
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    leaveok(stdscr, TRUE);
    idcok(stdscr, FALSE);
    return screen;
}

// Colours of the terminal; 0 for none.
static inline int dicta_curses_colours(void) { return has_colors() ? COLORS : 0; }

// The number of a pair of colours; -1 is the terminal's own one. 0 if there is no room for another pair.
static inline int dicta_curses_pair(int foreground, int background) {
    int pair = alloc_pair(foreground, background);
    return pair < 0 ? 0 : pair;
}

// Forgets all pairs: another palette brings its own.
static inline void dicta_curses_forget_pairs(void) { reset_color_pairs(); }

// A string of the terminal's description; NULL for none. A missing name is -1 in curses.
static inline const char *dicta_curses_string(const char *name) {
    char *text = tigetstr(name);
    return text == (char *)-1 ? NULL : text;
}

// Sets the size. The terminal may have moved its lines around, so that all of it is drawn again.
static inline void dicta_curses_resize(int columns, int rows) {
    resize_term(rows, columns);
    clearok(curscr, TRUE);
}

// Puts one character with its combining marks into a cell.
static inline void dicta_curses_put(int column, int row, const wchar_t *text, int look, int pair) {
    cchar_t cell;
    attr_t attributes = A_NORMAL;
    if (look & DICTA_BOLD) attributes |= A_BOLD;
    if (look & DICTA_UNDERLINED) attributes |= A_UNDERLINE;
    if (look & DICTA_REVERSED) attributes |= A_REVERSE;
    if (look & DICTA_BLINKING) attributes |= A_BLINK;
    // The pair as an option has 32 bits, the argument 16.
    if (setcchar(&cell, text, attributes, 0, &pair) == OK) mvadd_wchnstr(row, column, &cell, 1);
}

// Writes the cells that differ from those of the terminal.
static inline void dicta_curses_write(void) { refresh(); }

// Writes all cells at the next time.
static inline void dicta_curses_redraw(void) { clearok(curscr, TRUE); }

// Shows the text cursor in a cell, or hides it with a negative column.
static inline void dicta_curses_cursor(int column, int row) {
    leaveok(stdscr, column < 0);
    curs_set(column < 0 ? 0 : 1);
    if (column >= 0) move(row, column);
}

// Ends the screen.
static inline void dicta_curses_close(SCREEN *screen) {
    endwin();
    delscreen(screen);
}
