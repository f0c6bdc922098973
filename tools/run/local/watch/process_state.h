// Process state: what the kernel says of a process (/proc). Each question reads one small file.
#pragma once

#include <sys/types.h>

namespace polder::run {

// It has begun to exit, is a zombie, or is gone.
bool is_exiting(pid_t process);
// A debugger has stopped it.
bool is_held_by_tracer(pid_t process);
// It neither handles nor ignores a signal that ends processes, and its first thread does not block
// it.
bool dies_by(pid_t process, int signal);
// The kernel writes its core file.
bool is_dumping_core(pid_t process);

} // namespace polder::run
