// Relaxed accesses of generated code to shared memory that may not be on this node
// (include/polder/abi.h). They go by the cache; strict ones are in runtime/abi/strict.cc. Memory
// that is near after all is copied in place: tests let generated code take other processes' memory
// for far.
#include "base/copy_once.h"
#include "runtime/cache/lines.h"
#include "runtime/rma/far.h"
#include "runtime/segment/segment.h"

#include <polder/abi.h>

#include <cstring>

using namespace polder;

namespace polder::abi {
namespace {

// Fast path: a line that is here, or one that has been written to. No call.
template <class T> T get(polder_ga from) {
    T value;
    cache::FarCache *c = local(cache::far_cache).load(std::memory_order_relaxed);
    if (__builtin_expect(c && cache::in_line(from) <= cache::far_line_bytes - sizeof value && c->owner.enter(), 1)) {
        const unsigned place = cache::find_valid(*c, from);
        if (__builtin_expect(place != cache::no_place, 1)) {
            __builtin_memcpy(&value, c->bytes_of(place) + cache::in_line(from), sizeof value);
            c->owner.leave();
            return value;
        }
        c->owner.leave();
    }
    polder_far_get(&value, from, sizeof value);
    return value;
}

template <class T> void put(polder_ga to, T value) {
    cache::FarCache *c = local(cache::far_cache).load(std::memory_order_relaxed);
    if (__builtin_expect(c && to % sizeof value == 0 && c->owner.enter(), 1)) {
        const unsigned place = cache::find_line(*c, cache::line_of(to));
        if (__builtin_expect(place != cache::no_place && c->line[place].pending, 1)) {
            __builtin_memcpy(c->bytes_of(place) + cache::in_line(to), &value, sizeof value);
            c->written[place].word[cache::in_line(to) / 64] |= ((std::uint64_t{1} << sizeof value) - 1)
                                                               << cache::in_line(to) % 64;
            cache::count_write(*c);
            c->owner.leave();
            return;
        }
        c->owner.leave();
    }
    polder_far_put(to, &value, sizeof value);
}

} // namespace
} // namespace polder::abi

using namespace polder::abi;

extern "C" {
#pragma GCC visibility push(default)

void polder_far_get(void *into, polder_ga from, unsigned long size) {
    if (size == 0) return;
    if (polder_is_near_nnode(from) && ga_is_near(from + size - 1)) // code that is seldom run does not ask before
        std::memcpy(into, near_pointer(from), size);
    else if (!cache::far_cache_get(into, from, size))
        rma::far_get(into, from, size);
}
void polder_far_put(polder_ga to, const void *from, unsigned long size) {
    if (size == 0) return;
    if (polder_is_near_nnode(to) && ga_is_near(to + size - 1))
        copy_once(near_pointer(to), from, size);
    else if (!cache::far_cache_put(to, from, size))
        rma::far_put(to, from, size);
}

unsigned char polder_far_get1(polder_ga from) {
    return get<unsigned char>(from);
}
unsigned short polder_far_get2(polder_ga from) {
    return get<unsigned short>(from);
}
unsigned int polder_far_get4(polder_ga from) {
    return get<unsigned int>(from);
}
unsigned long polder_far_get8(polder_ga from) {
    return get<unsigned long>(from);
}

void polder_far_put1(polder_ga to, unsigned char value) {
    put(to, value);
}
void polder_far_put2(polder_ga to, unsigned short value) {
    put(to, value);
}
void polder_far_put4(polder_ga to, unsigned int value) {
    put(to, value);
}
void polder_far_put8(polder_ga to, unsigned long value) {
    put(to, value);
}

void polder_far_ahead(const polder_ga *at, unsigned long count) {
    cache::far_cache_ahead(at, count);
}
#pragma GCC visibility pop
} // extern "C"
