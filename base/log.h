// Log: one line to standard error, "polder: error: <message>". For what people must know before a
// job exists or beside it. Errors of a running job go through job_fail, which prints them once for
// all threads. No allocation.
#pragma once

namespace polder {

void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

} // namespace polder
