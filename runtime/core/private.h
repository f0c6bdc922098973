// Private data of a UPC thread inside the runtime. Works as the private statics of generated code
// do: a variable marked POLDER_PRIVATE lies in section polder_data, each UPC thread of the process
// has a copy of it at &variable + polder_delta. What belongs to a system thread instead is
// thread-local; tests/e2e/code/thread_local.py lists those variables.
//
//   POLDER_PRIVATE static unsigned nesting = 0;      // constant initialiser, no constructor, no
//                                                    pointers to other private data
//   local(nesting) += 1;                             // the copy of the calling UPC thread
//
// Invariants: an initialiser is a constant (copies are made byte by byte before any of the
// program's code runs); a sub-thread (OpenMP worker, pthread) that adopted its UPC thread sees that
// thread's copy, so these variables are not safe against several sub-threads by themselves.
#pragma once

#include <polder/abi.h>

#define POLDER_PRIVATE [[gnu::section("polder_data")]]

namespace polder {

template <class T> inline __attribute__((always_inline)) T &local(T &variable) {
    return *reinterpret_cast<T *>(reinterpret_cast<char *>(&variable) + polder_delta);
}

} // namespace polder
