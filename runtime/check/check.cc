// The rest of the checks of include/polder/check.h: objects are looked up and remembered, mistakes
// end the job.
//
// Proof that a remembered object is still there when polder_checked finds the count of freed blocks
// unchanged:
//   1. The count was read before the object was looked up and found live.
//   2. Who frees a block changes the book-keeping and then raises the count.
//   3. An access to a block is right only if it happens before the block's free. So if it is right,
//      the block was live at 1 and is live now.
//   4. If the free happens before the access, 2 does. The access reads the higher count and looks
//      anew.
//   5. Without an order between the two the program has a race, and either answer is one of its
//      outcomes.
// Each node counts the blocks that it keeps, and those of the symmetric heap, of which it is told
// before upc_free returns. For blocks of other nodes' threads the shadow of their node is asked, or
// the node itself. What it says is remembered as runtime/node_heap/shadow.h has it.
#include "runtime/alloc/alloc.h"
#include "runtime/check/object.h"
#include "runtime/core/job.h"
#include "runtime/node_heap/shadow.h"
#include "runtime/segment/segment.h"

#include <polder/check.h>

#include <cstdio>
#include <cstring>

using namespace polder;
using namespace polder::check;

// Private and zero: no attribute of a variable says that a section of this name has no contents.
__asm__(".pushsection polder_bss,\"aw\",@nobits\n"
        ".globl polder_met\n.type polder_met, @object\n.size polder_met, 10240\n.balign 64\n"
        "polder_met: .zero 10240\n"
        ".hidden polder_met_parts\n.globl polder_met_parts\n.type polder_met_parts, @object\n"
        ".size polder_met_parts, 10240\n.balign 64\n"
        "polder_met_parts: .zero 10240\n"
        ".popsection\n");
static_assert(sizeof(polder_met) == 10240);

// What was met last at a place in the segment of a thread. Structures whose parts are blocks of all
// threads lead from one to another, and a place has room for one.
extern "C" [[gnu::visibility("hidden")]] struct polder_met polder_met_parts[POLDER_MET_PLACES];
static_assert(sizeof(polder_met_parts) == sizeof(polder_met));

namespace polder::check {

namespace {

// ---- words ----

using Text = char[512];
using Line = char[1024]; // with a text in it

// Of the text of a call, which begins with the function.
int function_length(const char *call) {
    const std::size_t length = std::strcspn(call, " (");
    return call[length] == '(' ? static_cast<int>(length) : 0;
}

// The end of a long path says more of it than its beginning.
const char *tail(const char *path) {
    constexpr std::size_t most = 120;
    const std::size_t length = std::strlen(path);
    return length > most ? path + (length - most) : path;
}

void describe_block(const SharedObject &object, Text &text) {
    if (!object.record.check) {
        std::snprintf(text, sizeof text, "a block");
        return;
    }
    const polder_place *const made = node_heap::site_place(object.record.made);
    const polder_place *const freed = node_heap::site_place(object.record.freed);
    const int length = made ? function_length(made->what) : 0;
    int at = std::snprintf(text, sizeof text, "the block of %lu bytes", object.block ? object.total : object.bytes);
    if (made)
        at += std::snprintf(text + at, sizeof text - static_cast<std::size_t>(at), " that %.*s made at %s:%u",
                            length ? length : 6, length ? made->what : "a call", tail(made->file), made->line);
    if (freed)
        std::snprintf(text + at, sizeof text - static_cast<std::size_t>(at), " and that was freed at %s:%u",
                      tail(freed->file), freed->line);
}

void describe(const SharedObject &object, Text &text) {
    if (object.kind == SharedObject::Kind::array)
        std::snprintf(text, sizeof text, "'%s'", object.name);
    else
        describe_block(object, text);
}

[[noreturn]] void fail_at(const polder_place &place, const char *what) {
    job_fail(1, "%s:%u: %s", place.file, place.line, what);
}

// Where an address is that lies in no part of the object that it should be in.
[[noreturn]] void fail_outside(const polder_place &place, const SharedObject &object, polder_ga ga,
                               std::uint64_t size) {
    Text name;
    Line text;
    describe(object, name);
    const unsigned thread = ga_thread(ga);
    const std::uint64_t part = object.part_of(thread);
    const std::uint64_t offset = ga_offset(ga);
    if (offset < object.start)
        std::snprintf(text, sizeof text, "'%s' (%lu bytes) lies %lu bytes before %s", place.what, size,
                      object.start - offset, name);
    else if (part == 0)
        std::snprintf(text, sizeof text, "'%s' (%lu bytes) is beyond %s, of which thread %u has nothing", place.what,
                      size, name, thread);
    else
        std::snprintf(text, sizeof text,
                      "'%s' (%lu bytes) is beyond %s: at byte %lu of the %lu that thread %u has of it", place.what,
                      size, name, offset - object.start, part, thread);
    fail_at(place, text);
}

[[noreturn]] void fail_misaligned(const polder_place &place, const Access &access) {
    Text text;
    const char *const how = access.from == access.ga ? "lies at" : "is reached through a pointer to";
    std::snprintf(text, sizeof text, "'%s' %s %#lx, which is no multiple of %lu as its type asks", place.what, how,
                  access.from, access.align);
    fail_at(place, text);
}

[[noreturn]] void fail_freed(const polder_place &place, const SharedObject &object) {
    Text name;
    Line text;
    describe(object, name);
    if (object.record.check)
        std::snprintf(text, sizeof text, "'%s' lies in memory that has been freed: %s", place.what, name);
    else
        std::snprintf(text, sizeof text, "'%s' lies in memory that has been freed, or was never allocated", place.what);
    fail_at(place, text);
}

[[noreturn]] void fail_nowhere(const polder_place &place, polder_ga ga) {
    Text text;
    if (ga == 0)
        std::snprintf(text, sizeof text, "'%s' is reached through a null pointer-to-shared", place.what);
    else
        std::snprintf(text, sizeof text,
                      "'%s' at %#lx is in no shared object: the pointer was never set, or left its array", place.what,
                      ga);
    fail_at(place, text);
}

// ---- questions ----

bool contains(const SharedObject &object, polder_ga ga, std::uint64_t size) {
    const std::uint64_t offset = ga_offset(ga);
    const std::uint64_t part = object.part_of(ga_thread(ga));
    return ga_is_shared(ga) && offset >= object.start && offset - object.start < part &&
           part - (offset - object.start) >= size;
}

// The live object that ga is in, or at the end of.
SharedObject live_object(polder_ga ga, const polder_place &place) {
    if (!ga_is_shared(ga)) fail_nowhere(place, ga);
    const SharedObject object = object_at(ga);
    if (object.kind == SharedObject::Kind::freed) fail_freed(place, object);
    if (!object.known()) fail_nowhere(place, ga);
    return object;
}

// Of all threads what the least part of them is, or of one that has more.
void remember(const SharedObject &object, polder_ga ga, const polder_place &place, std::uint64_t freed) {
    struct polder_met &met = local(polder_met)[place.number];
    if (!object.near) {
        met.length = 0;
        return;
    }
    const bool all = object.spread && ga_offset(ga) - object.start < object.smallest_part();
    const unsigned thread = ga_thread(ga);
    met.mask = all ? (std::uint64_t{1} << polder_job.shift) - 1 : ~std::uint64_t{0};
    met.low = object.start + (all ? 0 : ga_of_segment(thread) - polder_job.base);
    met.length = all ? object.smallest_part() : object.part_of(thread);
    met.now = node_heap::blocks_freed;
    met.then = freed;
}

struct polder_met &met_in_part(const Access &access, const polder_place &place) {
    constexpr unsigned apart = 37; // places of one thread from those of the next
    const unsigned slot = place.number + apart * ga_thread(access.from);
    return local(polder_met_parts)[slot % POLDER_MET_PLACES];
}

bool right_here(const Access &access, const polder_place &place, struct polder_met *met) {
    struct polder_met &part = met_in_part(access, place);
    const bool aligned = (access.from & (access.align - 1)) == 0;
    if (aligned && polder_met_before(polder_env_get(), access.from, access.ga, access.size, &part)) {
        *met = part;
        return true;
    }
    if (!quickly_right(access, met)) return false;
    part = *met;
    return true;
}

// The access is right, and what it met is remembered at the place.
bool found_right(const Access &access, const polder_place &place) {
    struct polder_met &met = local(polder_met)[place.number];
    if (ga_is_near(access.from)) return right_here(access, place, &met);
    const bool local = ga_offset(access.from) >= node_range.local_begin;
    return (!local && quickly_right(access, &met)) || right_elsewhere(access, &met);
}

// ---- intervals of indexes ----

// The live object that ga is in, or at the end of; none: ga is wrong, or leads elsewhere.
SharedObject object_if_live(polder_ga ga) {
    const SharedObject object = object_at(ga);
    return object.kind == SharedObject::Kind::freed ? SharedObject{} : object;
}

// Indexes of elements that lie one behind another, of which index 0 is so far inside `part` bytes.
void reach_inside(std::uint64_t offset, std::uint64_t part, struct polder_reach *reach) {
    if (offset > part) return;
    reach->first = -static_cast<long>(offset / reach->size);
    reach->count = offset / reach->size + (part - offset) / reach->size;
}

// The object is dealt out in blocks of another length: indexes whose whole blocks lie in what all
// threads have of it.
void reach_rows(const SharedObject &object, struct polder_reach *reach) {
    const auto n = static_cast<long>(threads());
    const auto block = static_cast<long>(reach->block);
    const auto thread = static_cast<long>(ga_thread(reach->from));
    const auto phase = static_cast<long>(reach->phase);
    const auto bytes = block * static_cast<long>(reach->size);
    const auto part = static_cast<long>(object.smallest_part());
    const auto offset = static_cast<long>(ga_offset(reach->from) - object.start);
    const long begin = offset - phase * static_cast<long>(reach->size); // of the block that index 0 is in
    const long first_row = begin >= 0 ? -(begin / bytes) : (-begin + bytes - 1) / bytes;
    const long rows = (part - begin >= 0 ? (part - begin) / bytes : 0) - first_row;
    if (rows <= 0) return;
    reach->first = (first_row * n - thread) * block - phase;
    reach->count = static_cast<unsigned long>(rows * n * block);
}

} // namespace
} // namespace polder::check

extern "C" {
#pragma GCC visibility push(default)

int polder_interval_lookup(polder_ga from, struct polder_interval s, unsigned long size,
                           const struct polder_place *place) {
    const std::uint64_t freed = __atomic_load_n(node_heap::blocks_freed, __ATOMIC_ACQUIRE);
    const polder_ga ga = from + static_cast<unsigned long>(s.low) * size;
    const std::uint64_t bytes = (static_cast<unsigned long>(s.high - s.low) + 1) * size;
    if (found_right({from, ga, bytes, 1}, *place)) return 1;
    const SharedObject object = object_if_live(from);
    if (!object.known() || !contains(object, ga, bytes)) return 0;
    remember(object, ga, *place, freed);
    return 1;
}

struct polder_reach polder_reach_of(polder_ga from, unsigned long phase, unsigned long size, unsigned long block,
                                    unsigned long align) {
    struct polder_reach reach = {0, 0, from, phase, size, block, align};
    if (from & (align - 1)) return reach;
    const bool contiguous = block == 0 || threads() == 1;
    const Rest rest = contiguous ? rest_elsewhere(from) : Rest{0, 0};
    if (rest.bytes) {
        reach_inside(from - rest.begin, rest.bytes, &reach);
        return reach;
    }
    const SharedObject object = object_if_live(from);
    if (!object.known()) return reach;
    const std::uint64_t offset = ga_offset(from) - object.start;
    const unsigned thread = ga_thread(from);
    if (contiguous) {
        reach_inside(offset, object.part_of(thread), &reach);
    } else if (object.spread && object.block == block * size) {
        const std::uint64_t row = offset / object.block;
        const std::uint64_t inside = offset % object.block;
        if (inside == phase * size)
            reach_inside((row * threads() + thread) * object.block + inside, object.total, &reach);
    } else if (object.spread) {
        reach_rows(object, &reach);
    }
    return reach;
}

int polder_interval_dealt(polder_ga from, unsigned long phase, struct polder_interval s, unsigned long size,
                          unsigned long block, unsigned long align) {
    if (s.low > s.high) return 1;
    const struct polder_reach reach = polder_reach_of(from, phase, size, block, align);
    const auto first = static_cast<unsigned long>(reach.first);
    return reach.count > 0 && s.low >= reach.first && static_cast<unsigned long>(s.high) - first < reach.count;
}

void polder_check_reached(long index, const struct polder_reach *reach, const struct polder_place *place) {
    const polder_env e = polder_env_get();
    const polder_gp from = polder_gp_make(reach->from, reach->phase);
    const polder_ga ga = reach->block == 0   ? from.ga + static_cast<unsigned long>(index) * reach->size
                         : reach->block == 1 ? polder_add_cyclic(e, from.ga, index, reach->size)
                                             : polder_add_blocked(e, from, index, reach->size, reach->block).ga;
    polder_check_access(from.ga, ga, reach->size, reach->align, place);
}

polder_ga polder_check_access(polder_ga from, polder_ga ga, unsigned long size, unsigned long align,
                              const struct polder_place *place) {
    const Access access = {from, ga, size, align};
    if (__builtin_expect(found_right(access, *place), 1)) return ga;
    const std::uint64_t freed = __atomic_load_n(node_heap::blocks_freed, __ATOMIC_ACQUIRE);
    const SharedObject object = live_object(from, *place);
    if (!contains(object, ga, size)) fail_outside(*place, object, ga, size);
    if (from & (align - 1)) fail_misaligned(*place, access);
    remember(object, ga, *place, freed);
    return ga;
}

void polder_check_index_failed(long index, unsigned long count, const struct polder_place *place) {
    Text text;
    std::snprintf(text, sizeof text, "index %ld is out of range in '%s': the array has %lu elements", index,
                  place->what, count);
    fail_at(*place, text);
}

void polder_check_range(polder_ga ga, unsigned long n, const struct polder_place *place) {
    polder_check_here(place);
    if (n == 0) return;
    if (found_right({ga, ga, n, 1}, *place)) return;
    const SharedObject object = live_object(ga, *place);
    if (!contains(object, ga, n)) fail_outside(*place, object, ga, n);
}

polder_ga polder_check_cast(polder_ga ga, const struct polder_place *place) {
    if (ga == 0) return ga;
    if (ga_is_shared(ga) && ga_thread(ga) == mythread()) return ga;
    Text text;
    if (ga_is_shared(ga))
        std::snprintf(text, sizeof text,
                      "'%s' makes a private pointer of a pointer to data of thread %u; only that thread may",
                      place->what, ga_thread(ga));
    else
        std::snprintf(text, sizeof text, "'%s' makes a private pointer of %#lx, which is no address of shared memory",
                      place->what, ga);
    fail_at(*place, text);
}

void polder_check_here(const struct polder_place *place) {
    local(node_heap::call_place).place = place;
}

#pragma GCC visibility pop
} // extern "C"
