// <polder/status.h>: the public names of base/status.h, which has the same values.
#include "base/status.h"

#include <polder/status.h>

namespace polder::api {
static_assert(static_cast<int>(Status::ok) == POLDER_OK && static_cast<int>(Status::again) == POLDER_AGAIN &&
              static_cast<int>(Status::no_memory) == POLDER_NO_MEMORY &&
              static_cast<int>(Status::no_support) == POLDER_NO_SUPPORT &&
              static_cast<int>(Status::bad_argument) == POLDER_BAD_ARGUMENT &&
              static_cast<int>(Status::system_error) == POLDER_SYSTEM_ERROR);
} // namespace polder::api

extern "C" [[gnu::visibility("default")]] const char *polder_status_text(polder_status status) {
    switch (status) {
    case POLDER_OK: return "ok";
    case POLDER_AGAIN: return "try again";
    case POLDER_NO_MEMORY: return "no memory";
    case POLDER_NO_SUPPORT: return "not supported here";
    case POLDER_BAD_ARGUMENT: return "bad argument";
    case POLDER_SYSTEM_ERROR: return "system error";
    }
    return "unknown status";
}
