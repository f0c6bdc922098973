// Writing the shadow; see shadow.h. Generated code reads it.
#include "runtime/node_heap/shadow.h"

#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <polder/check.h>

#include <algorithm>

// A constant to generated code, as polder_node is (runtime/segment/generated_code.cc).
extern "C" [[gnu::visibility("default")]] struct polder_shadow polder_shadow_told __asm__("polder_shadow");
struct polder_shadow polder_shadow_told = {0, 0, 0, 0};

namespace polder::node_heap {
namespace {

constexpr std::size_t numbered = shadow_page / POLDER_SHADOW_LINE; // lines of a block, at most
constexpr std::size_t entries_at_once = 64;
static_assert(sizeof(std::uint16_t) == POLDER_SHADOW_NUMBER && numbered * POLDER_SHADOW_LINE < shadow_large);

// All words of the shadow have 2 bytes or are aligned to 8, and so each is written whole.
void write_near(polder_ga at, const void *words, std::size_t bytes) {
    const bool entries = at % sizeof(std::uint64_t) == 0 && bytes % sizeof(std::uint64_t) == 0;
    if (entries) {
        auto *const to = static_cast<std::uint64_t *>(near_pointer(at));
        for (std::size_t i = 0; i < bytes / sizeof *to; ++i)
            __atomic_store_n(to + i, static_cast<const std::uint64_t *>(words)[i], __ATOMIC_RELAXED);
    } else {
        auto *const to = static_cast<std::uint16_t *>(near_pointer(at));
        for (std::size_t i = 0; i < bytes / sizeof *to; ++i)
            __atomic_store_n(to + i, static_cast<const std::uint16_t *>(words)[i], __ATOMIC_RELAXED);
    }
}

void write_numbers(polder_ga block, std::uint64_t bytes, bool live, ShadowWrite write) {
    alignas(std::uint64_t) std::uint16_t number[numbered];
    const std::uint64_t lines = (bytes + POLDER_SHADOW_LINE - 1) / POLDER_SHADOW_LINE;
    const std::size_t count = std::min<std::uint64_t>(lines, numbered);
    for (std::size_t i = 0; i < count; ++i)
        number[i] = live ? static_cast<std::uint16_t>(std::min(bytes - i * POLDER_SHADOW_LINE, shadow_large)) : 0;
    write(shadow_number(block), number, count * sizeof number[0]);
}

void write_entries(polder_ga block, std::uint64_t bytes, bool live, ShadowWrite write) {
    std::uint64_t entry[entries_at_once];
    std::uint64_t past = shadow_page - ga_offset(block) % shadow_page; // where a page begins
    while (past < bytes) {
        const polder_ga to = shadow_entry(block + past);
        std::size_t count = 0;
        for (; count < entries_at_once && past < bytes; past += shadow_page)
            entry[count++] = live ? bytes - past : 0;
        write(to, entry, count * sizeof entry[0]);
    }
}

} // namespace

void shadow_start() {
    if (!heaps_checked) return;
    polder_shadow_told = {polder_job.first, polder_job.length, (1UL << polder_job.shift) - 1,
                          node_range.shadow_begin - polder_job.node_shift};
}

polder_ga shadow_number(polder_ga ga) {
    const std::uint64_t offset = ga_offset(ga);
    return ga - offset + node_range.shadow_begin + offset / POLDER_SHADOW_LINE * POLDER_SHADOW_NUMBER;
}

polder_ga shadow_entry(polder_ga ga) {
    const std::uint64_t offset = ga_offset(ga);
    return ga - offset + node_range.shadow_entries + offset / shadow_page * sizeof(std::uint64_t);
}

void shadow_write(polder_ga block, std::uint64_t bytes, bool live, ShadowWrite write) {
    write_numbers(block, bytes, live, write);
    if (bytes > shadow_page) write_entries(block, bytes, live, write);
}

void shadow_write_near(polder_ga block, std::uint64_t bytes, bool live) {
    shadow_write(block, bytes, live, write_near);
}

} // namespace polder::node_heap
