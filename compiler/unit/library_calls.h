// Library calls: what is known of functions whose bodies are elsewhere, in the C library and in
// UPC's.
//
// What the standards guarantee. A function of the C library changes only objects of the program
// whose addresses it is given. It calls only functions that it is given (C11 7.1.4). A UPC function
// changes shared objects besides. A private object has no pointer-to-shared (UPC 1.3 6.4.3). So no
// other thread can change it, and no function can through its shared arguments.
//
// Three kinds of functions are not in the list, so unknown. Some remember an address of the
// program's, and write there in a later call (strtok; upc_memget_nb and upc_sync). Some wait for
// threads which the program may have made itself (thrd_join, mtx_lock). Some run what was given to
// another one (raise, call_once).
//
// A stream may write to variables of the program, or call its functions, if open_memstream or one
// of its kin made it. In units that name these, functions of streams are unknown.
//
// setvbuf may be called, since nobody may read its buffer (7.21.5.6). exit and abort do not come
// back.
#pragma once

#include "compiler/unit/context.h"

namespace polder::cc {

enum class LibraryCall : uint8_t {
    unknown,
    computes, // it leaves all memory alone but what its arguments point to
    frees,    // besides, it may give memory back
    shares,   // besides, it changes shared memory, synchronises or gives memory back
};
LibraryCall library_call(const Context &ctx, const FunctionDecl *f);

/// Does the function of that name make streams that lead to memory or functions of the program?
bool makes_stream(std::string_view name);

/// Is it a function of the C library that computes with its arguments alone, of any floating type?
bool is_mathematics(std::string_view name);

/// May a call of a function in the list change something private through this argument? Null
/// pointers, pointers to const objects and streams lead nowhere. Neither do the arguments of printf
/// to %s and %p; what %n leads to is an integer.
bool writes_through(const Context &ctx, const CallExpr *call, size_t argument);

/// Have calls of it a meaning of their own in the function that has them, as setjmp and alloca?
bool belongs_to_frame(const Context &ctx, const FunctionDecl *f);

} // namespace polder::cc
