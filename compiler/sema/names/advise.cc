// Which function fits whom: by the name that is called and by which arguments are shared.
#include "compiler/sema/names/advise.h"

#include <algorithm>
#include <initializer_list>

namespace polder::cc {

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Advice copy(bool to_shared, bool from_shared) {
    if (to_shared) {
        if (from_shared) return {"upc_memcpy", "to copy shared data to shared data"};
        return {"upc_memput", "to copy private data to shared data"};
    }
    if (from_shared) return {"upc_memget", "to copy shared data to private data"};
    return {"memcpy", "to copy private data to private data"};
}

Advice choose(std::string_view called, bool first_shared, bool second_shared) {
    if (is_one_of(called, {"memcpy", "memmove", "upc_memcpy", "upc_memget", "upc_memput"}))
        return copy(first_shared, second_shared);
    if (is_one_of(called, {"memset", "upc_memset"}))
        return first_shared ? Advice{"upc_memset", "to fill shared data"} : Advice{"memset", "to fill private data"};
    if (is_one_of(called, {"free", "upc_free"}))
        return first_shared ? Advice{"upc_free", "to free shared memory"} : Advice{"free", "to free private memory"};
    return {};
}

} // namespace

Advice advise_on_call(std::string_view called, bool first_shared, bool second_shared) {
    const Advice advice = choose(called, first_shared, second_shared);
    return advice.instead == called ? Advice{} : advice;
}

Advice advise_on_allocation(std::string_view called) {
    if (is_one_of(called, {"malloc", "calloc", "aligned_alloc"}))
        return {"upc_alloc", "to get shared memory of this thread"};
    return {};
}

} // namespace polder::cc
