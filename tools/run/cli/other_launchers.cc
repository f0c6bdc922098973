#include "tools/run/cli/other_launchers.h"

#include "base/config.h"
#include "tools/run/cli/misuse.h"
#include "tools/run/cli/option_table.h"
#include "tools/run/hosts/allocation.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace polder::run {

namespace {

enum class Meaning {
    nothing,   // of Berkeley's runtime only
    value,     // the same, and the next word is its value
    bind,      // --bind core
    show,      // --show
    only_show, // --show without a program
    no_backtrace,
    heap,        // --shared-heap, megabytes where no unit is given
    nodes,       // number of nodes
    per_node,    // threads of each, where -n is not given
    per_process, // pthreads a process
    instead,     // an error; `text` is what there is
};

struct Option {
    const char *name; // without the first '-'
    Meaning meaning;
    const char *text;
};

constexpr Option table[] = {
    {"q", Meaning::nothing, ""},
    {"quiet", Meaning::nothing, ""},
    {"noquiet", Meaning::nothing, ""},
    {"localhost", Meaning::nothing, ""},
    {"norc", Meaning::nothing, ""},
    {"polite-sync", Meaning::nothing, ""},
    {"encode", Meaning::nothing, ""},
    {"encode-args", Meaning::nothing, ""},
    {"encode-env", Meaning::nothing, ""},
    {"abort", Meaning::nothing, ""},
    {"noabort", Meaning::nothing, ""},
    {"backtrace", Meaning::nothing, ""},
    {"notrace", Meaning::nothing, ""},
    {"nofreeze-on-error", Meaning::nothing, ""},
    {"size-warn", Meaning::nothing, ""},
    {"nosize-warn", Meaning::nothing, ""},
    {"E", Meaning::value, ""},
    {"pshm-width", Meaning::value, ""},
    {"shared-heap-max", Meaning::value, ""},
    {"heap-offset", Meaning::value, ""},
    {"shared-heap", Meaning::heap, ""},
    {"nobacktrace", Meaning::no_backtrace, ""},
    {"bind-threads", Meaning::bind, ""},
    {"v", Meaning::show, ""},
    {"vv", Meaning::show, ""},
    {"verbose", Meaning::show, ""},
    {"t", Meaning::only_show, ""},
    {"show", Meaning::only_show, ""},
    {"nodes", Meaning::nodes, ""},
    {"c", Meaning::per_node, ""},
    {"cpus-per-node", Meaning::per_node, ""},
    {"pthreads", Meaning::per_process, ""},
    {"trace", Meaning::instead, "there is no tracing of communication"},
    {"traceall", Meaning::instead, "there is no tracing of communication"},
    {"tracefile", Meaning::instead, "there is no tracing of communication"},
    {"freeze", Meaning::instead, "debug with gdb --args ./program, or attach to the process"},
    {"freeze-early", Meaning::instead, "debug with gdb --args ./program, or attach to the process"},
    {"freeze-earlier", Meaning::instead, "debug with gdb --args ./program, or attach to the process"},
    {"freeze-on-error", Meaning::instead, "a crash is reported with the place in the source of every thread"},
    {"conf", Meaning::instead, "settings come from the environment; upcrun --env lists them"},
    {"i", Meaning::instead, "upcrun --show prints the mapping"},
    {"info", Meaning::instead, "upcrun --show prints the mapping"},
};

bool takes_value(Meaning meaning) {
    return meaning == Meaning::value || meaning == Meaning::heap || meaning == Meaning::nodes ||
           meaning == Meaning::per_node || meaning == Meaning::per_process;
}

void limit_heap(const char *word, const char *text) {
    const bool plain = std::strspn(text, "0123456789.") == std::strlen(text);
    const std::string size = std::string(text) + (plain ? "m" : "");
    std::uint64_t bytes;
    if (!*text || !parse_size(size.c_str(), &bytes))
        misuse("%s needs a size such as 512M or 4GB, not '%s'", word, text);
    setting_override(Setting::shared_heap, strdup(size.c_str())); // settings keep the text
}

void obey(Options &options, const Option &option, const char *word, const char *value) {
    switch (option.meaning) {
    case Meaning::nothing:
    case Meaning::value: break;
    case Meaning::bind: setting_override(Setting::bind, "core"); break;
    case Meaning::show: options.show = true; break;
    case Meaning::only_show: options.show = options.only_show = true; break;
    case Meaning::no_backtrace: setting_override(Setting::backtrace, "0"); break;
    case Meaning::heap: limit_heap(word, value); break;
    case Meaning::nodes:
        if (count_of(word, value) != 1 && !*setting_text(Setting::hosts) && !allocation_is_there())
            misuse("%s %s: on which hosts? -N host1,host2 names them; --nodes %s simulates nodes on this machine", word,
                   value, value);
        setting_override(Setting::nodes, value);
        break;
    case Meaning::per_node: options.threads_a_node = count_of(word, value); break;
    case Meaning::per_process: options.threads_a_process = count_of(word, value); break;
    case Meaning::instead: misuse("%s is an option of another launcher; %s", word, option.text);
    }
}

} // namespace

bool other_launcher_option(char **argv, int *at, Options &options) {
    const char *const word = argv[*at], *value;
    const Option *option = find_option(table, word, &value);
    if (!option) return false;
    if (takes_value(option->meaning) && !value && !(value = argv[++*at])) misuse("%s needs a value", word);
    obey(options, *option, word, value);
    return true;
}

void other_launcher_names(std::vector<std::string_view> &names) {
    for (const Option &option : table)
        if (option.meaning != Meaning::instead) names.push_back(option.name);
}

} // namespace polder::run
