// Runs of loops in code for several nodes (include/polder/spans.h; pass coalesce). Spans that lie
// elsewhere are fetched into buffers. What a run wrote there is sent.
// These are calls, as C compilers would take longer for the arithmetic than for the loop.
#include "runtime/cache/lines.h"
#include "runtime/rma/far.h"

#include <polder/abi.h>

using namespace polder;

namespace {

constexpr unsigned long buffer_bytes = 8192; // that generated code has

unsigned long bytes_of(const polder_far_part &part, long count) {
    return static_cast<unsigned long>(part.extent + (count - 1) * part.step + 1) * part.size;
}

/// How many iterations fit into a buffer, at most `most`.
long fitting(const polder_far_part &part, long most) {
    const long room = static_cast<long>(buffer_bytes / part.size);
    if (part.extent >= room) return 0;
    if (part.step == 0) return most;
    const long count = (room - 1 - part.extent) / part.step + 1;
    return count < most ? count : most;
}

} // namespace

extern "C" {
#pragma GCC visibility push(default)

long polder_far_cut(polder_far_part *part, polder_gp base, long low, long high, long most) {
    const polder_span span = part->block ? polder_span_pointer(polder_env_get(), base, low, part->size, part->block)
                                         : polder_span_all(base.ga);
    if (part->block) most = polder_span_run(span, low, high, part->step, most);
    part->bias = span.bias;
    part->address = span.bias + static_cast<polder_ga>(low) * part->size;
    part->extent = high - low;
    part->elsewhere = !polder_is_near_any(part->address);
    return part->elsewhere ? fitting(*part, most) : most;
}

int polder_far_apart(const polder_far_part *one, const polder_far_part *other, long count) {
    return !(one->elsewhere & other->elsewhere) ||
           polder_disjoint(one->address, one->address + bytes_of(*one, count), other->address,
                           other->address + bytes_of(*other, count));
}

void *polder_far_begin(polder_far_part *part, char *buffer, long count, int read) {
    if (!part->elsewhere) return polder_addr_any(part->bias);
    part->buffer = buffer;
    const unsigned long bytes = bytes_of(*part, count);
    if (read && !cache::far_cache_fetch(buffer, part->address, bytes)) rma::far_get(buffer, part->address, bytes);
    return reinterpret_cast<void *>(reinterpret_cast<polder_ga>(buffer) - (part->address - part->bias));
}

void polder_far_end(const polder_far_part *part, long first, long width, long count) {
    if (!part->elsewhere) return;
    const unsigned long begin = static_cast<unsigned long>(first) * part->size;
    const unsigned long bytes = static_cast<unsigned long>(width + (count - 1) * part->step) * part->size;
    if (!cache::far_cache_send(part->address + begin, part->buffer + begin, bytes))
        rma::far_put(part->address + begin, part->buffer + begin, bytes);
}
#pragma GCC visibility pop
} // extern "C"
