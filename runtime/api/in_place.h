// Functions that compilers do in place (polder/inline/here.h) have a second name in the library,
// for what cannot be done there.
#pragma once

// clang-format off
#define POLDER_OF_LIBRARY(name) \
    extern "C" [[gnu::alias(#name), gnu::visibility("default")]] decltype(name) name##_of_library;
// clang-format on
