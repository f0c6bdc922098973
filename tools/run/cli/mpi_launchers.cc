#include "tools/run/cli/mpi_launchers.h"

#include "base/config.h"
#include "tools/run/cli/misuse.h"
#include "tools/run/cli/option_table.h"
#include "tools/run/cli/options.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace polder::run {

namespace {

enum class Meaning {
    nothing,   // always so, or of no use here
    one_value, // the same, and the next word is its value
    two_values,
    threads,     // -n
    variable,    // NAME or NAME=value for the program
    pair,        // NAME and value in two words
    variables,   // NAME,NAME
    everything,  // --export ALL
    hosts,       // -N
    hosts_file,  // -N, and it must be a file
    most_a_node, // threads of each node, at most
    binding,     // --bind
    mapping,
    ranking,
    folder, // --wdir
    label,
    show,
    only_show,
    interface,
    input,   // 0: thread 0, as always
    instead, // an error; `text` is what there is
};

struct Option {
    const char *name; // without dashes: one and two mean the same
    Meaning meaning;
    const char *text;
};

constexpr char blocks[] = "threads are numbered node after node, in blocks as even as the hosts' slots";
constexpr char files[] = "the output of all threads comes here in whole lines: upcrun --label ... > FILE says of whom";
constexpr char one_program[] =
    "upcrun runs one program (no MPMD): branch on MYTHREAD in it, or start mpirun and give each its own upcrun";
constexpr char cores[] = "each thread gets an even share of the cores (--bind core), or all of them (--bind none)";
constexpr char gdb[] = "upcrun -n 4 -p 1 gdb --args ./program debugs all threads";

constexpr Option table[] = {
    {"np", Meaning::threads, ""},
    {"n", Meaning::threads, ""},
    {"ntasks", Meaning::threads, ""},
    {"x", Meaning::variable, ""},
    {"env", Meaning::pair, ""},
    {"genv", Meaning::pair, ""},
    {"envlist", Meaning::variables, ""},
    {"genvlist", Meaning::variables, ""},
    {"envall", Meaning::everything, ""},
    {"genvall", Meaning::everything, ""},
    {"genvnone", Meaning::instead, "the program has the environment of upcrun: env -i upcrun ... empties it"},
    {"host", Meaning::hosts, ""},
    {"H", Meaning::hosts, ""},
    {"hosts", Meaning::hosts, ""},
    {"nodelist", Meaning::hosts, ""},
    {"w", Meaning::hosts, ""},
    {"hostfile", Meaning::hosts_file, ""},
    {"machinefile", Meaning::hosts_file, ""},
    {"default-hostfile", Meaning::hosts_file, ""},
    {"f", Meaning::hosts_file, ""},
    {"npernode", Meaning::most_a_node, ""},
    {"ppn", Meaning::most_a_node, ""},
    {"perhost", Meaning::most_a_node, ""},
    {"ntasks-per-node", Meaning::most_a_node, ""},
    {"bind-to", Meaning::binding, ""},
    {"cpu-bind", Meaning::binding, ""},
    {"bind-to-core", Meaning::nothing, ""},
    {"map-by", Meaning::mapping, ""},
    {"rank-by", Meaning::ranking, ""},
    {"byslot", Meaning::nothing, ""},
    {"bycore", Meaning::nothing, ""},
    {"bynode", Meaning::instead, blocks},
    {"wdir", Meaning::folder, ""},
    {"wd", Meaning::folder, ""},
    {"chdir", Meaning::folder, ""},
    {"D", Meaning::folder, ""},
    {"tag-output", Meaning::label, ""},
    {"prepend-rank", Meaning::label, ""},
    {"l", Meaning::label, ""},
    {"display-map", Meaning::show, ""},
    {"display-devel-map", Meaning::show, ""},
    {"display-allocation", Meaning::show, ""},
    {"report-bindings", Meaning::show, ""},
    {"print-rank-map", Meaning::show, ""},
    {"do-not-launch", Meaning::only_show, ""},
    {"iface", Meaning::interface, ""},
    {"stdin", Meaning::input, ""},
    {"oversubscribe", Meaning::nothing, ""},
    {"use-hwthread-cpus", Meaning::nothing, ""},
    {"allow-run-as-root", Meaning::nothing, ""},
    {"kill-on-bad-exit", Meaning::nothing, ""},
    {"get-stack-traces", Meaning::nothing, ""},
    {"mpi", Meaning::one_value, ""},
    {"mca", Meaning::two_values, ""},
    {"gmca", Meaning::two_values, ""},
    {"prtemca", Meaning::two_values, ""},
    {"pmixmca", Meaning::two_values, ""},
    {"nooversubscribe", Meaning::instead, "upcrun never refuses more threads than cores; leave it out"},
    {"no-oversubscribe", Meaning::instead, "upcrun never refuses more threads than cores; leave it out"},
    {"output-filename", Meaning::instead, files},
    {"outfile-pattern", Meaning::instead, files},
    {"errfile-pattern", Meaning::instead, files},
    {"output", Meaning::instead, files},
    {"merge-stderr-to-stdout", Meaning::instead, "upcrun ... 2>&1 does that"},
    {"timestamp-output", Meaning::instead, "upcrun ... | ts does that; --label says of whom a line is"},
    {"npersocket", Meaning::instead, cores},
    {"cpus-per-proc", Meaning::instead, cores},
    {"cpus-per-rank", Meaning::instead, cores},
    {"cpus-per-task", Meaning::instead, cores},
    {"cpu-set", Meaning::instead, "upcrun keeps to the cores it may use: taskset -c LIST upcrun ..."},
    {"cpu-list", Meaning::instead, "upcrun keeps to the cores it may use: taskset -c LIST upcrun ..."},
    {"rankfile", Meaning::instead, blocks},
    {"rf", Meaning::instead, blocks},
    {"app", Meaning::instead, one_program},
    {"configfile", Meaning::instead, one_program},
    {"multi-prog", Meaning::instead, one_program},
    {"prefix", Meaning::instead, "--remote-upcrun PATH says where upcrun lies on the other hosts"},
    {"launcher", Meaning::instead, "--rsh COMMAND says what starts a command on a host"},
    {"preload-binary", Meaning::instead, "copy the program to the same path on all hosts first"},
    {"preload-files", Meaning::instead, "copy the files to the same path on all hosts first"},
    {"xterm", Meaning::instead, "upcrun -n 4 xterm -e gdb --args ./program gives each process a window"},
    {"debug", Meaning::instead, gdb},
    {"debugger", Meaning::instead, gdb},
    {"tv", Meaning::instead, gdb},
    {"gdb", Meaning::instead, gdb},
};

bool takes_value(Meaning meaning) {
    switch (meaning) {
    case Meaning::nothing:
    case Meaning::everything:
    case Meaning::label:
    case Meaning::show:
    case Meaning::only_show:
    case Meaning::instead: return false;
    default: return true;
    }
}

void add_variable(Options &options, const char *word, const std::string &text) {
    if (text.empty() || text[0] == '=') misuse("%s needs NAME or NAME=value, not '%s'", word, text.c_str());
    if (text.find('=') != std::string::npos) return options.environment.push_back(text);
    if (const char *value = std::getenv(text.c_str())) return options.environment.push_back(text + '=' + value);
    log_warning("%s %s: there is no such variable here", word, text.c_str());
}

void add_variables(Options &options, const char *word, std::string list) {
    for (std::size_t comma; (comma = list.find(',')) != std::string::npos; list.erase(0, comma + 1))
        add_variable(options, word, list.substr(0, comma));
    add_variable(options, word, list);
}

void take_hosts_file(const char *word, const char *path) {
    if (access(path, R_OK) != 0) misuse("%s %s: %s", word, path, std::strerror(errno));
    setting_override(Setting::hosts, path);
}

// The first part of "core:overload-allowed"; of srun's "verbose,cores" the last.
void take_binding(const char *word, std::string text) {
    text = text.substr(text.rfind(',') + 1);
    text = text.substr(0, text.find(':'));
    for (const char *none : {"none", "no"})
        if (text == none) return setting_override(Setting::bind, "none");
    for (const char *core : {"core", "cores", "hwthread", "thread", "threads", "verbose", "quiet"})
        if (text == core) return setting_override(Setting::bind, "core");
    misuse("%s %s: %s", word, text.c_str(), cores);
}

// "slot", "core", "ppr:2:node"; ":OVERSUBSCRIBE" and the like behind it.
void take_mapping(Options &options, const char *word, const char *value) {
    std::string text = value;
    for (char &c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (text.find("pe=") != std::string::npos) misuse("%s %s: %s", word, value, cores);
    if (!text.compare(0, 4, "ppr:")) {
        const std::string count = text.substr(4, text.find(':', 4) - 4);
        const std::size_t at = 4 + count.size() + 1;
        if (text.compare(at, 4, "node")) misuse("%s %s: %s", word, value, cores);
        options.most_a_node = count_of(word, count.c_str());
        options.most_said = value;
        return;
    }
    const std::string first = text.substr(0, text.find(':'));
    for (const char *fits : {"", "slot", "core", "hwthread", "fill"})
        if (first == fits) return;
    misuse("%s %s: %s; -N with --nodes and --per-node say how many hosts and processes", word, value, blocks);
}

void obey(Options &options, const Option &option, const char *word, const char *value) {
    switch (option.meaning) {
    case Meaning::nothing:
    case Meaning::one_value:
    case Meaning::two_values: break;
    case Meaning::threads: options.threads = count_of(word, value); break;
    case Meaning::variable: add_variable(options, word, value); break;
    case Meaning::pair: break; // has two words
    case Meaning::variables: add_variables(options, word, value); break;
    case Meaning::everything: setting_override(Setting::exported, "ALL"); break;
    case Meaning::hosts: setting_override(Setting::hosts, value); break;
    case Meaning::hosts_file: take_hosts_file(word, value); break;
    case Meaning::most_a_node:
        options.most_a_node = count_of(word, value);
        options.most_said = word;
        break;
    case Meaning::binding: take_binding(word, value); break;
    case Meaning::mapping: take_mapping(options, word, value); break;
    case Meaning::ranking:
        if (std::strcmp(value, "slot") && std::strcmp(value, "core") && std::strcmp(value, "fill"))
            misuse("%s %s: %s", word, value, blocks);
        break;
    case Meaning::folder: options.folder = value; break;
    case Meaning::label: setting_override(Setting::label, "1"); break;
    case Meaning::show: options.show = true; break;
    case Meaning::only_show: options.show = options.only_show = true; break;
    case Meaning::interface: setting_override(Setting::interface, value); break;
    case Meaning::input:
        if (std::strcmp(value, "0")) misuse("%s %s: standard input goes to thread 0", word, value);
        break;
    case Meaning::instead: misuse("%s is an option of another launcher; %s", word, option.text);
    }
}

} // namespace

bool mpi_launcher_option(char **argv, int *at, Options &options) {
    const char *const word = argv[*at], *value = nullptr;
    const Option *option = find_option(table, word, &value);
    if (!option) return false;
    const bool two = option->meaning == Meaning::pair || option->meaning == Meaning::two_values;
    if (takes_value(option->meaning) && !value && !(value = argv[++*at])) misuse("%s needs a value", word);
    const char *const second = two ? argv[++*at] : nullptr;
    if (two && !second) misuse("%s needs two values", word);
    if (option->meaning == Meaning::pair) add_variable(options, word, std::string(value) + '=' + second);
    obey(options, *option, word, value);
    return true;
}

void mpi_launcher_names(std::vector<std::string_view> &names) {
    for (const Option &option : table)
        if (option.meaning != Meaning::instead) names.push_back(option.name);
}

} // namespace polder::run
