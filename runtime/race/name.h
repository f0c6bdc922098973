// What a report calls a place in shared memory.
#pragma once

#include <cstddef>

namespace polder::race {

// "a[7], shared data of thread 3" for static data, else where in a heap it is. False: it is not
// shared memory.
bool race_name(const void *at, char *text, std::size_t size);

} // namespace polder::race
