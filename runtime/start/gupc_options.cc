// Options of GNU UPC's runtime: words right behind the program's name that begin with -fupc- are
// not the program's.
//   ./a.out -fupc-threads-4 -fupc-heap-64M input      four threads, as POLDER_THREADS=4; the
//                                                     program sees "./a.out input"
// With upcrun the number of threads is upcrun's, and another one here is an error.
#include "runtime/start/start.h"

#include "base/config.h"
#include "base/log.h"

#include <cstdlib>
#include <cstring>

namespace polder::start {

namespace {

[[noreturn]] void refuse(const char *word, const char *hint) {
    log_error("%s: %s", word, hint);
    std::exit(2);
}

// What stands behind `name` and a '-' or '='; null: another option.
const char *value_of(const char *word, const char *name) {
    const std::size_t length = std::strlen(name);
    const bool found = !std::strncmp(word, name, length) && (word[length] == '-' || word[length] == '=');
    return found ? word + length + 1 : nullptr;
}

unsigned long asked = 0; // threads

void take(const char *word) {
    if (const char *threads = value_of(word, "-fupc-threads")) {
        char *end;
        asked = std::strtoul(threads, &end, 10);
        if (*threads < '1' || *threads > '9' || *end || asked > max_threads) refuse(word, "not a number of threads");
        setting_override(Setting::threads, threads);
    } else if (const char *heap = value_of(word, "-fupc-heap")) {
        std::uint64_t bytes;
        if (!parse_size(heap, &bytes)) refuse(word, "not a size such as 64M");
        setting_override(Setting::shared_heap, heap);
    } else {
        refuse(word, "unknown option of the runtime; -fupc-threads-N and -fupc-heap-SIZE are known");
    }
}

} // namespace

void gupc_options_take(int *argc, char **argv) {
    while (*argc > 1 && !std::strncmp(argv[1], "-fupc-", 6)) {
        take(argv[1]);
        for (int i = 1; i < *argc; ++i)
            argv[i] = argv[i + 1];
        --*argc;
    }
}

void gupc_options_check() {
    if (asked && asked != threads())
        job_fail(1, "-fupc-threads-%lu: the job has %u threads (upcrun -n, or upcc -fupc-threads)", asked, threads());
}

} // namespace polder::start
