// The jobs that code is for. A function may have several versions (lower/decl/version_plan.cc).
#pragma once

#include <cstdint>

namespace polder::cc {

/// `one_thread`: each shared array is in one place, in the order of its indexes. `one_node`:
/// addresses are pointers. `any`: code that asks at each access.
enum class Jobs : uint8_t { one_thread, one_node, several_nodes, any };

constexpr bool is_on_one_node(Jobs jobs) {
    return jobs == Jobs::one_thread || jobs == Jobs::one_node;
}

} // namespace polder::cc
