// The words of POLDER_THREAD_LEVEL. Here for the runtime, which grants levels, and for upcrun,
// which refuses other words. What a level means is in runtime/net/level.h.
#pragma once

#include <cstdint>
#include <cstring>

namespace polder {

enum class ThreadLevel : std::uint8_t { single, funneled, serialized, multiple };
inline constexpr const char *thread_level_names[] = {"single", "funneled", "serialized", "multiple"};

// False: another word.
inline bool thread_level_parse(const char *text, ThreadLevel *level) {
    for (unsigned i = 0; i < 4; ++i)
        if (std::strcmp(text, thread_level_names[i]) == 0) {
            *level = static_cast<ThreadLevel>(i);
            return true;
        }
    return false;
}
inline const char *thread_level_name(ThreadLevel level) {
    return thread_level_names[static_cast<unsigned>(level)];
}

} // namespace polder
