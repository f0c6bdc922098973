// The page of this machine: 4096 bytes on x86-64; 4096, 16384 or 65536 on aarch64, as its kernel
// was built. The kernel takes addresses at whole pages only, and rounds lengths up. So what must
// not touch a neighbour is rounded down here first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unistd.h>

namespace polder {

inline std::size_t page_bytes() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

struct PageRange {
    char *begin;
    std::size_t bytes; // 0: there is no whole page
};

// The whole pages of a piece of memory.
inline PageRange whole_pages(void *at, std::size_t bytes) {
    const std::uintptr_t page = page_bytes();
    const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(at);
    const std::uintptr_t begin = (start + page - 1) / page * page;
    const std::uintptr_t end = (start + bytes) / page * page;
    return {reinterpret_cast<char *>(begin), end > begin ? end - begin : 0};
}

} // namespace polder
