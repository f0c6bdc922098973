// Static shared objects: where they lie in the segments.
//
// Every descriptor of section polder_shared names a variable `where`. Descriptors of one `where`
// (tentative definitions, inline duplicates of several units) are one object and must agree.
// Objects are placed in the order of the descriptors, each at the same offset in all segments. Each
// has the bytes of the thread that owns most of it. The order is that of the link, so every process
// computes the same. All compare a hash over sizes and offsets, which catches processes that run
// different programs.
#include "runtime/check/object.h"
#include "runtime/node_heap/record.h"
#include "runtime/segment/segment.h"
#include "runtime/start/start.h"

#include <cstdlib>
#include <sys/mman.h>

namespace polder::start {

namespace {

struct Placed {
    const polder_shared_object *object; // null: free slot
    std::uint64_t offset;
};

// Open addressing by `where`; half full at most. Lives only during start.
struct Table {
    Placed *slots;
    std::size_t mask;
};
Table table;

std::size_t descriptors() {
    std::size_t count = 0;
    for (const polder_module *module = polder_modules; module; module = module->next)
        count += static_cast<std::size_t>(module->shared_end - module->shared_begin);
    return count;
}

std::size_t table_bytes() {
    return (table.mask + 1) * sizeof(Placed);
}

void table_open(std::size_t entries) {
    std::size_t size = 64;
    while (size < 2 * entries)
        size *= 2;
    table.mask = size - 1;
    void *memory = mmap(nullptr, table_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) job_fail(1, "no memory for the table of %zu shared objects", entries);
    table.slots = static_cast<Placed *>(memory);
}

Placed &slot_of(const polder_ga *where) {
    std::size_t at = (reinterpret_cast<std::uintptr_t>(where) >> 3) * 0x9e3779b97f4a7c15u >> 20;
    for (;; ++at) {
        Placed &slot = table.slots[at & table.mask];
        if (!slot.object || slot.object->where == where) return slot;
    }
}

// Bytes the thread with most of the object holds; false on overflow.
bool bytes_a_thread(const polder_shared_object &object, std::uint64_t threads, std::uint64_t *bytes) {
    std::uint64_t elements = object.elements;
    if (object.times_threads && __builtin_mul_overflow(elements, threads, &elements)) return false;
    if (object.block) {
        const std::uint64_t blocks = elements / object.block + (elements % object.block != 0);
        const std::uint64_t rows = blocks / threads + (blocks % threads != 0);
        if (rows == 1 && elements < object.block)
            ; // a single block that is not full
        else if (__builtin_mul_overflow(rows, object.block, &elements))
            return false;
    }
    return !__builtin_mul_overflow(elements, object.element_size, bytes);
}

void expect_agreement(const polder_shared_object &a, const polder_shared_object &b) {
    if (a.block != b.block || a.element_size != b.element_size || a.times_threads != b.times_threads)
        job_fail(
            1,
            "shared object '%s' is defined differently in two units: %lu elements of %lu bytes in blocks of %lu%s, and "
            "%lu of %lu in blocks of %lu%s",
            a.name, a.elements, a.element_size, a.block, a.times_threads ? " (times THREADS)" : "", b.elements,
            b.element_size, b.block, b.times_threads ? " (times THREADS)" : "");
    if (a.elements != b.elements)
        job_fail(1, "shared object '%s' is defined with %lu elements in one unit and %lu in another", a.name,
                 a.elements, b.elements);
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    return (hash ^ value) * 0x100000001b3u + (hash >> 29);
}

} // namespace

std::size_t statics_lay_out(unsigned threads, std::uint64_t *hash) {
    table_open(descriptors());
    if (node_heap::heaps_checked && !check::objects_expect(descriptors()))
        job_fail(1, "no memory for a table of shared objects");
    std::uint64_t at = 0;
    *hash = mix(0xcbf29ce484222325u, threads);
    for (const polder_module *module = polder_modules; module; module = module->next)
        for (const polder_shared_object *object = module->shared_begin; object != module->shared_end; ++object) {
            Placed &slot = slot_of(object->where);
            if (slot.object) {
                expect_agreement(*slot.object, *object);
                continue;
            }
            std::uint64_t bytes;
            const std::uint64_t align = object->align > cache_line ? object->align : cache_line; // no false sharing
            if (!bytes_a_thread(*object, threads, &bytes) || bytes > UINT64_MAX / 4 - at)
                job_fail(1, "shared object '%s' is larger than any address space", object->name);
            at = (at + align - 1) / align * align;
            slot = {object, at};
            *hash = mix(mix(mix(mix(*hash, at), bytes), object->block), object->elements);
            if (node_heap::heaps_checked) check::objects_add(*object, at, bytes);
            at += bytes + (node_heap::heaps_checked ? node_heap::gap_bytes
                                                    : 0); // the end of one is not the start of the next then
        }
    if (node_heap::heaps_checked) check::objects_sort();
    return at;
}

void statics_publish() {
    for (std::size_t i = 0; i <= table.mask; ++i)
        if (table.slots[i].object)
            *table.slots[i].object->where = polder_job.base + segment_static_offset() + table.slots[i].offset;
    munmap(table.slots, table_bytes());
    table = {};
}

} // namespace polder::start
