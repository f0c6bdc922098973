// Process state: what the kernel says of a process (/proc). Each question reads one small file.
#pragma once

#include <sys/types.h>

namespace polder::run {

// It has begun to exit, is a zombie, or is gone.
bool is_exiting(pid_t process);
// A debugger has stopped it.
bool is_held_by_tracer(pid_t process);
// The kernel writes its core file.
bool is_dumping_core(pid_t process);

} // namespace polder::run
