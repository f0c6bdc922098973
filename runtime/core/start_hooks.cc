// The list of hooks (start_hooks.h). The linker gives its bounds, or null where no object has one.
#include "runtime/core/start_hooks.h"

extern "C" {
extern const polder::StartHook __start_polder_hooks[] __attribute__((weak, visibility("hidden")));
extern const polder::StartHook __stop_polder_hooks[] __attribute__((weak, visibility("hidden")));
}

namespace polder {

void start_hooks_run() {
    for (const StartHook *hook = __start_polder_hooks; hook != __stop_polder_hooks; ++hook)
        (*hook)();
}

} // namespace polder
