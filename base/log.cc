// A line is composed on the stack and written by one call, so lines of several threads stay whole.
#include "base/log.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace polder {

// One write, so that lines of several processes stay whole.
static void write_line(const char *kind, const char *format, va_list arguments) {
    char line[2048];
    int used = std::snprintf(line, sizeof line, "polder: %s: ", kind);
    const int added = std::vsnprintf(line + used, sizeof line - 1 - static_cast<size_t>(used), format, arguments);
    if (added < 0) return;
    used += added;
    if (used > static_cast<int>(sizeof line) - 2) used = sizeof line - 2;
    line[used++] = '\n';
    if (write(STDERR_FILENO, line, static_cast<size_t>(used)) < 0) return; // nobody left to tell
}

void log_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line("error", format, arguments);
    va_end(arguments);
}

void log_warning(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line("warning", format, arguments);
    va_end(arguments);
}

} // namespace polder
