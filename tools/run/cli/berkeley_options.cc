// Options that users of Berkeley UPC's upcrun type. Those whose meaning is clear here are obeyed.
// Those that only tune Berkeley's network layer are accepted. The rest end with a message that says
// what upcrun has in their place.
#include "tools/run/cli/foreign_options.h"

#include "base/config.h"
#include "tools/run/cli/misuse.h"
#include "tools/run/cli/options.h"
#include "tools/run/hosts/allocation.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace polder::run {

namespace {

void bind_to_cores(Options &, const Given &) {
    setting_override(Setting::bind, "core");
}

void show_mapping(Options &options, const Given &) {
    options.show = true;
}

void only_show_mapping(Options &options, const Given &) {
    options.show = true;
    options.only_show = true;
}

void leave_out_backtrace(Options &, const Given &) {
    setting_override(Setting::backtrace, "0");
}

// Megabytes where no unit is given.
void limit_heap(Options &, const Given &given) {
    const bool plain = std::strspn(given.value, "0123456789.") == std::strlen(given.value);
    const std::string size = std::string(given.value) + (plain ? "m" : "");
    std::uint64_t bytes;
    if (!*given.value || !parse_size(size.c_str(), &bytes))
        misuse("%s needs a size such as 512M or 4GB, not '%s'", given.word, given.value);
    setting_override(Setting::shared_heap, strdup(size.c_str())); // settings keep the text
}

void take_nodes(Options &, const Given &given) {
    if (count_of(given.word, given.value) != 1 && !*setting_text(Setting::hosts) && !allocation_is_there())
        misuse("%s %s: on which hosts? -N host1,host2 names them; --nodes %s simulates nodes on this machine",
               given.word, given.value, given.value);
    setting_override(Setting::nodes, given.value);
}

// Where -n is not given.
void take_threads_a_node(Options &options, const Given &given) {
    options.threads_a_node = count_of(given.word, given.value);
}

void take_threads_a_process(Options &options, const Given &given) {
    options.threads_a_process = count_of(given.word, given.value);
}

constexpr char no_tracing[] = "there is no tracing of communication";
constexpr char use_gdb[] = "debug with gdb --args ./program, or attach to the process";

constexpr ForeignOption table[] = {
    {"q", 0, nullptr},
    {"quiet", 0, nullptr},
    {"noquiet", 0, nullptr},
    {"localhost", 0, nullptr},
    {"norc", 0, nullptr},
    {"polite-sync", 0, nullptr},
    {"encode", 0, nullptr},
    {"encode-args", 0, nullptr},
    {"encode-env", 0, nullptr},
    {"abort", 0, nullptr},
    {"noabort", 0, nullptr},
    {"backtrace", 0, nullptr},
    {"notrace", 0, nullptr},
    {"nofreeze-on-error", 0, nullptr},
    {"size-warn", 0, nullptr},
    {"nosize-warn", 0, nullptr},
    {"E", 1, nullptr},
    {"pshm-width", 1, nullptr},
    {"shared-heap-max", 1, nullptr},
    {"heap-offset", 1, nullptr},
    {"shared-heap", 1, limit_heap},
    {"nobacktrace", 0, leave_out_backtrace},
    {"bind-threads", 0, bind_to_cores},
    {"v", 0, show_mapping},
    {"vv", 0, show_mapping},
    {"verbose", 0, show_mapping},
    {"t", 0, only_show_mapping},
    {"show", 0, only_show_mapping},
    {"nodes", 1, take_nodes},
    {"c", 1, take_threads_a_node},
    {"cpus-per-node", 1, take_threads_a_node},
    {"pthreads", 1, take_threads_a_process},
    {"trace", 0, nullptr, no_tracing},
    {"traceall", 0, nullptr, no_tracing},
    {"tracefile", 0, nullptr, no_tracing},
    {"freeze", 0, nullptr, use_gdb},
    {"freeze-early", 0, nullptr, use_gdb},
    {"freeze-earlier", 0, nullptr, use_gdb},
    {"freeze-on-error", 0, nullptr, "a crash is reported with the place in the source of every thread"},
    {"conf", 0, nullptr, "settings come from the environment; upcrun --env lists them"},
    {"i", 0, nullptr, "upcrun --show prints the mapping"},
    {"info", 0, nullptr, "upcrun --show prints the mapping"},
};

} // namespace

std::span<const ForeignOption> berkeley_options() {
    return table;
}

} // namespace polder::run
