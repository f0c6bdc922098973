// The front end as a function of hostile text: lex, parse and sema, and for what has no errors lower and emit. The unit tests
// (tests/unit/compiler/fuzz_*.cc) and the coverage-guided fuzzer (front_end.cc) share it.
// Contract: it returns, whatever the text; what it says or makes does not matter.
#pragma once

#include "tests/unit/compiler/front_end.h"

#include <cstdint>
#include <string>
#include <utility>

namespace polder::cc::fuzz {

constexpr size_t shown = 10;           // messages that are put into words; a text of commas has millions
constexpr size_t dump_limit = 100'000; // bytes of source: indentation makes the dump of deep trees quadratic

/// What UPC programs usually include, so that inputs stay short and many of them reach lowering.
inline constexpr char prelude[] = R"(# 1 "prelude.h" 1 3
typedef unsigned long size_t; typedef long ptrdiff_t; typedef struct _IO_FILE FILE; extern FILE *stdout, *stderr;
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t; typedef unsigned char uint8_t;
typedef unsigned short uint16_t; typedef unsigned uint32_t; typedef unsigned long uint64_t; typedef unsigned long uintptr_t;
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int fflush(FILE *); int puts(const char *);
void *malloc(size_t); void *calloc(size_t, size_t); void free(void *); void exit(int); void abort(void); int atoi(const char *);
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); size_t strlen(const char *); int strcmp(const char *, const char *);
void upc_global_exit(int); shared void *upc_global_alloc(size_t, size_t); shared void *upc_all_alloc(size_t, size_t);
shared void *upc_alloc(size_t); void upc_free(shared void *); void upc_all_free(shared void *); size_t upc_threadof(shared void *);
size_t upc_phaseof(shared void *); shared void *upc_resetphase(shared void *); size_t upc_addrfield(shared void *);
size_t upc_affinitysize(size_t, size_t, size_t); typedef shared struct upc_lock_struct upc_lock_t; upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void); void upc_lock_free(upc_lock_t *); void upc_lock(upc_lock_t *); int upc_lock_attempt(upc_lock_t *);
void upc_unlock(upc_lock_t *); void upc_memcpy(shared void *, shared const void *, size_t); void upc_memget(void *, shared const void *, size_t);
void upc_memput(shared void *, const void *, size_t); void upc_memset(shared void *, int, size_t);
# 1 "fuzz.upc" 2
)";

inline void translate(std::string text, uint32_t static_threads) {
    test::FrontEnd front_end(std::move(text), "fuzz.upc", test::upc_for(static_threads));
    Diagnostics &diags = front_end.diags;
    for (size_t i = 0; i < diags.all().size() && i < shown; ++i)
        diags.render(diags.all()[i]);
    if (diags.errors() == 0) generated_code(front_end.ctx);
    if (front_end.source.text().size() < dump_limit) dump_translation_unit(front_end.ctx);
}

} // namespace polder::cc::fuzz
