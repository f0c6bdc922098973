// The coverage-guided fuzzer of the front end (libFuzzer, clang; preset `fuzz`, run by ./dev fuzz). An input is the text behind the
// prelude; its length decides whether the translation is static.
#include "tests/fuzz/front_end.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

/// The parser's limit of nesting is made for the stack that the driver asks for; instrumented frames are several times larger.
extern "C" int LLVMFuzzerInitialize(int *, char ***argv) {
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    const rlim_t wanted = std::min(rlim_t{1} << 30, limit.rlim_max);
    if (limit.rlim_cur >= wanted) return 0;
    limit.rlim_cur = wanted;
    if (setrlimit(RLIMIT_STACK, &limit) == 0) execv("/proc/self/exe", *argv);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    polder::cc::fuzz::translate(polder::cc::fuzz::prelude + std::string(reinterpret_cast<const char *>(data), size),
                                size % 3 == 0 ? 4 : 0);
    return 0;
}
