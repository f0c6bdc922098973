// The macros by which sources recognise each of the other compilers.
#include "compiler/driver/line/dialect.h"

namespace polder::cc {
namespace {

struct Dialect {
    const char *name;
    std::vector<std::string> macros;
};

// Versions are those of the last releases. __POLDER_BERKELEY__ and __POLDER_UPC_1_0__ are read by
// <upc.h>. GUPC and Clang UPC know size_t, NULL and upc_atomicdomain_t without any header (a
// prelude of their drivers), and programs rely on it.
const Dialect dialects[] = {
    {"berkeley",
     {"-D__POLDER_BERKELEY__=1", "-D__BERKELEY_UPC__=2022", "-D__BERKELEY_UPC_MINOR__=10",
      "-D__BERKELEY_UPC_PATCHLEVEL__=0", "-D__BERKELEY_UPC_RUNTIME__=1", "-D__BERKELEY_UPC_RUNTIME_RELEASE__=2022",
      "-D__BERKELEY_UPC_RUNTIME_RELEASE_MINOR__=10", "-D__BERKELEY_UPC_RUNTIME_RELEASE_PATCHLEVEL__=0",
      "-D__BERKELEY_UPC_SMP_CONDUIT__=1", "-D__BERKELEY_UPC_PSHM__=1"}},
    {"cray", {"-D_CRAYC=1"}},
    {"gupc", {"-D__GUPC__=1", "-D__GCC_UPC__=1", "-include", "stddef.h", "-include", "upc_atomic.h"}},
    {"1.0", {"-D__POLDER_UPC_1_0__=1"}},
};

} // namespace

const std::vector<std::string> *dialect_macros(const std::string &name) {
    for (const Dialect &d : dialects)
        if (name == d.name) return &d.macros;
    return nullptr;
}

std::string dialect_names() {
    std::string names;
    for (const Dialect &d : dialects)
        names += (names.empty() ? "" : ", ") + std::string(d.name);
    return names;
}

} // namespace polder::cc
