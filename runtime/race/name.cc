// Static shared objects by their descriptors; the rest by the layout of the segments.
#include "runtime/race/name.h"

#include "runtime/core/job.h"
#include "runtime/module/module.h"
#include "runtime/segment/segment.h"

#include <cstdint>
#include <cstdio>

namespace polder::race {
namespace {

// The element of the object that begins at or before `offset` bytes into thread's part; false if
// the object has none there.
bool element_at(const polder_shared_object &object, unsigned thread, std::uint64_t offset, std::uint64_t *element,
                std::uint64_t *rest) {
    const std::uint64_t all = object.elements * (object.times_threads ? threads() : 1);
    const std::uint64_t own = offset / object.element_size;
    *rest = offset % object.element_size;
    if (object.block == 0)
        *element = own;
    else
        *element = (own / object.block * threads() + thread) * object.block + own % object.block;
    return *element < all && (object.block || thread == 0);
}

bool name_static(polder_ga ga, char *text, std::size_t size) {
    const unsigned thread = ga_thread(ga);
    for (const polder_module *module = polder_modules; module; module = module->next)
        for (const polder_shared_object *object = module->shared_begin; object != module->shared_end; ++object) {
            const std::uint64_t begin = ga_offset(*object->where);
            const std::uint64_t offset = ga_offset(ga) - begin;
            std::uint64_t element;
            std::uint64_t rest;
            if (ga_offset(ga) < begin || !element_at(*object, thread, offset, &element, &rest)) continue;
            const bool array = object->elements > 1 || object->times_threads;
            char index[32] = "";
            char inside[48] = "";
            if (array) std::snprintf(index, sizeof index, "[%lu]", element);
            if (rest) std::snprintf(inside, sizeof inside, ", byte %lu of it", rest);
            std::snprintf(text, size, "%s%s%s, shared data of thread %u", object->name, index, inside, thread);
            return true;
        }
    return false;
}

} // namespace

bool race_name(const void *at, char *text, std::size_t size) {
    if (!in_node_range(reinterpret_cast<std::uintptr_t>(at))) return false;
    const polder_ga ga = ga_of_pointer(at);
    if (ga_offset(ga) < node_range.static_end && name_static(ga, text, size)) return true;
    return segment_describe(ga, text, size);
}

} // namespace polder::race
