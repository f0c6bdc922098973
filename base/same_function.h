// Are two functions one? A name of the C library may have been given to a function of ours. A
// compiler may take two names for two functions, and leave the comparison out, as clang does. So it
// does not see the values here.
#pragma once

namespace polder {

template <class Left, class Right> inline bool is_same_function(Left *left, Right *right) {
    void *one = reinterpret_cast<void *>(left);
    void *other = reinterpret_cast<void *>(right);
    __asm__("" : "+r"(one), "+r"(other));
    return one == other;
}

} // namespace polder
