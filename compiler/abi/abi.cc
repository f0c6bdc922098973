// Functions of the C library whose state is per UPC thread, and the runtime's names for them.
#include "compiler/abi/abi.h"

namespace polder::cc {

std::string_view library_function(std::string_view name) {
#define LIBRARY(of)                                                                                                    \
    if (name == #of) return "polder_" #of;
#include "include/polder/abi.def"
    return {};
}

} // namespace polder::cc
