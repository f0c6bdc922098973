// Writing the shadow; see shadow.h. Generated code reads it.
#include "runtime/node_heap/shadow.h"

#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <polder/check.h>

#include <atomic>
#include <iterator>

// A constant to generated code, as polder_node is (runtime/segment/generated_code.cc).
extern "C" [[gnu::visibility("default")]] struct polder_shadow polder_shadow_told __asm__("polder_shadow");
struct polder_shadow polder_shadow_told = {0, 0, 0, 0};

namespace polder {
namespace {

using Number = std::atomic<std::uint16_t>;
static_assert(sizeof(Number) == POLDER_SHADOW_NUMBER && Number::is_always_lock_free);
static_assert(block_unit % POLDER_SHADOW_LINE == 0 && header_bytes % POLDER_SHADOW_LINE == 0);

constexpr std::size_t numbers_of(std::uint64_t bytes) {
    return bytes >= shadow_large ? 1 : (bytes + POLDER_SHADOW_LINE - 1) / POLDER_SHADOW_LINE;
}
static_assert(numbers_of(shadow_large - 1) == std::size(ShadowNumbers{}.number));

} // namespace

void shadow_start() {
    if (!heaps_checked) return;
    polder_shadow_told = {polder_job.first, polder_job.length, (1UL << polder_job.shift) - 1,
                          node_range.shadow_begin - polder_job.node_shift};
}

polder_ga shadow_number(polder_ga ga) {
    const std::uint64_t offset = ga_offset(ga);
    return ga - offset + node_range.shadow_begin + offset / POLDER_SHADOW_LINE * sizeof(Number);
}

ShadowNumbers shadow_numbers(polder_ga block, const BlockHeader &header, bool live) {
    ShadowNumbers numbers;
    const bool whole = ga_offset(block) >= node_range.local_begin || header.blocks == 1;
    numbers.at = shadow_number(block + header_bytes);
    numbers.count = whole ? numbers_of(header.bytes) : 0;
    for (std::size_t i = 0; i < numbers.count; ++i) {
        const std::uint64_t rest = live ? header.bytes - i * POLDER_SHADOW_LINE : 0;
        numbers.number[i] = static_cast<std::uint16_t>(rest < shadow_large ? rest : shadow_large);
    }
    return numbers;
}

void shadow_write(const ShadowNumbers &numbers) {
    auto *const at = static_cast<Number *>(near_pointer(numbers.at));
    for (std::size_t i = 0; i < numbers.count; ++i)
        at[i].store(numbers.number[i], std::memory_order_relaxed);
}

} // namespace polder
