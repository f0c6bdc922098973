// Hooks: what an object of the library does once in every process that it is linked into, before
// the threads run. Linkers bring an object of the archive only where it is used, so the start
// cannot name such functions. They meet in a linker section instead.
#pragma once

namespace polder {

using StartHook = void (*)();

// Behind am_start, so handlers can be registered. The memory of the job is there; other threads are
// not.
#define POLDER_AT_START(function)                                                                                      \
    __attribute__((section("polder_hooks"), used)) static const polder::StartHook polder_hook_##function = function

// Calls them all, in any order.
void start_hooks_run();

} // namespace polder
