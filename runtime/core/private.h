// Private data of a UPC thread inside the runtime. It works as the private statics of generated
// code do. A variable marked POLDER_PRIVATE lies in section polder_data; each UPC thread of the
// process has a copy of it at &variable + polder_delta. Data of a system thread is thread-local
// instead; tests/e2e/code/thread_local.py lists those variables.
//
//   POLDER_PRIVATE static unsigned nesting = 0;      // constant initialiser, no constructor, no
//                                                    pointers to other private data
//   local(nesting) += 1;                             // the copy of the calling UPC thread
//
// Rules.
//   1. An initialiser is a constant: copies are made byte by byte before any of the program's code
//      runs.
//   2. A sub-thread (OpenMP worker, pthread) that adopted its UPC thread sees that thread's copy.
//      So these variables are not safe against several sub-threads by themselves.
#pragma once

#include <polder/abi.h>

#define POLDER_PRIVATE [[gnu::section("polder_data")]]

namespace polder {

template <class T> inline __attribute__((always_inline)) T &local(T &variable) {
    return *reinterpret_cast<T *>(reinterpret_cast<char *>(&variable) + polder_delta);
}

} // namespace polder
