// Advise: the function to call instead, where shared data is given to one of the C library or
// private data to one of UPC.
//   memcpy(own, x, n);        note: to copy shared data to private data, call 'upc_memget'
#pragma once

#include <string_view>

namespace polder::cc {

struct Advice {
    std::string_view instead; // empty: none, the right function was called
    std::string_view what_for;
};

/// `first_shared`, `second_shared`: whether these arguments of the call point to shared data. False
/// for arguments that are not there.
Advice advise_on_call(std::string_view called, bool first_shared, bool second_shared);

/// Instead of a function that gives private memory, where a pointer-to-shared is wanted.
Advice advise_on_allocation(std::string_view called);

} // namespace polder::cc
