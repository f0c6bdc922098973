// Options of mpirun and mpiexec (Open MPI, MPICH) and of srun that upcrun calls otherwise, or has
// no need of.
#include "tools/run/cli/foreign_options.h"

#include "base/config.h"
#include "tools/run/cli/misuse.h"
#include "tools/run/cli/options.h"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr char blocks[] = "threads are numbered node after node, in blocks as even as the hosts' slots";
constexpr char files[] = "the output of all threads comes here in whole lines: upcrun --label ... > FILE says of whom";
constexpr char one_program[] =
    "upcrun runs one program (no MPMD): branch on MYTHREAD in it, or start mpirun and give each its own upcrun";
constexpr char cores[] =
    "each thread gets an even share of the processors (--bind share), or one object (--bind package, numa, l3, core, "
    "pu), or all of them (--bind none)";
constexpr char gdb[] = "upcrun -n 4 -p 1 gdb --args ./program debugs all threads";

void add_variable(Options &options, const char *word, const std::string &text) {
    if (text.empty() || text[0] == '=' || text[0] == '-')
        misuse("%s needs NAME or NAME=value, not '%s'", word, text.c_str());
    if (text.find('=') != std::string::npos) return options.environment.push_back(text);
    if (const char *value = std::getenv(text.c_str())) return options.environment.push_back(text + '=' + value);
    log_warning("%s %s: there is no such variable here", word, text.c_str());
}

void take_threads(Options &options, const Given &given) {
    options.threads = count_of(given.word, given.value);
}

void take_variable(Options &options, const Given &given) {
    add_variable(options, given.word, given.value);
}

// NAME and value in two words.
void take_pair(Options &options, const Given &given) {
    add_variable(options, given.word, std::string(given.value) + '=' + given.second);
}

// NAME,NAME
void take_variables(Options &options, const Given &given) {
    std::string list = given.value;
    for (std::size_t comma; (comma = list.find(',')) != std::string::npos; list.erase(0, comma + 1))
        add_variable(options, given.word, list.substr(0, comma));
    add_variable(options, given.word, list);
}

void export_all(Options &, const Given &) {
    setting_override(Setting::exported, "ALL");
}

void take_hosts(Options &, const Given &given) {
    setting_override(Setting::hosts, given.value);
}

void take_hosts_file(Options &, const Given &given) {
    if (access(given.value, R_OK) != 0) misuse("%s %s: %s", given.word, given.value, std::strerror(errno));
    setting_override(Setting::hosts, given.value);
}

// Threads of each node, at most.
void take_most_a_node(Options &options, const Given &given) {
    options.most_a_node = count_of(given.word, given.value);
    options.most_said = given.word;
}

struct BindWord {
    const char *theirs;
    const char *ours;
};
constexpr BindWord bind_words[] = {
    {"none", "none"},      {"no", "none"},         {"core", "core"},       {"cores", "core"},   {"hwthread", "pu"},
    {"thread", "pu"},      {"threads", "pu"},      {"l3cache", "l3"},      {"numa", "numa"},    {"ldoms", "numa"},
    {"socket", "package"}, {"sockets", "package"}, {"package", "package"}, {"pack", "package"},
};

// The first part of "core:overload-allowed"; of srun's "verbose,cores" the last.
void take_binding(Options &, const Given &given) {
    std::string text = given.value;
    text = text.substr(text.rfind(',') + 1);
    text = text.substr(0, text.find(':'));
    for (const char *said_only : {"verbose", "quiet"})
        if (text == said_only) return;
    for (const BindWord &known : bind_words)
        if (text == known.theirs) return setting_override(Setting::bind, known.ours);
    misuse("%s %s: %s", given.word, text.c_str(), cores);
}

// "slot", "core", "ppr:2:node"; ":OVERSUBSCRIBE" and the like behind it.
void take_mapping(Options &options, const Given &given) {
    const char *const word = given.word;
    const char *const value = given.value;
    std::string text = value;
    for (char &c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (text.find("pe=") != std::string::npos) misuse("%s %s: %s", word, value, cores);
    if (text.starts_with("ppr:")) {
        const std::size_t colon = text.find(':', 4);
        const bool by_node = colon != std::string::npos && !text.compare(colon + 1, 4, "node");
        if (!by_node) misuse("%s %s: %s", word, value, cores);
        options.most_a_node = count_of(word, text.substr(4, colon - 4).c_str());
        options.most_said = value;
        return;
    }
    const std::string first = text.substr(0, text.find(':'));
    for (const char *fits : {"", "slot", "core", "hwthread", "fill"})
        if (first == fits) return;
    misuse("%s %s: %s; -N with --nodes and --per-node say how many hosts and processes", word, value, blocks);
}

void take_ranking(Options &, const Given &given) {
    for (const char *fits : {"slot", "core", "fill"})
        if (!std::strcmp(given.value, fits)) return;
    misuse("%s %s: %s", given.word, given.value, blocks);
}

void take_folder(Options &options, const Given &given) {
    options.folder = given.value;
}

void label_lines(Options &, const Given &) {
    setting_override(Setting::label, "1");
}

void show_mapping(Options &options, const Given &) {
    options.show = true;
}

void only_show_mapping(Options &options, const Given &) {
    options.show = true;
    options.only_show = true;
}

void take_interface(Options &, const Given &given) {
    setting_override(Setting::interface, given.value);
}

void take_input(Options &, const Given &given) {
    if (std::strcmp(given.value, "0")) misuse("%s %s: standard input goes to thread 0", given.word, given.value);
}

constexpr ForeignOption table[] = {
    {"np", 1, take_threads},
    {"n", 1, take_threads},
    {"ntasks", 1, take_threads},
    {"x", 1, take_variable},
    {"env", 2, take_pair},
    {"genv", 2, take_pair},
    {"envlist", 1, take_variables},
    {"genvlist", 1, take_variables},
    {"envall", 0, export_all},
    {"genvall", 0, export_all},
    {"genvnone", 0, nullptr, "the program has the environment of upcrun: env -i upcrun ... empties it"},
    {"host", 1, take_hosts},
    {"H", 1, take_hosts},
    {"hosts", 1, take_hosts},
    {"nodelist", 1, take_hosts},
    {"w", 1, take_hosts},
    {"hostfile", 1, take_hosts_file},
    {"machinefile", 1, take_hosts_file},
    {"default-hostfile", 1, take_hosts_file},
    {"f", 1, take_hosts_file},
    {"npernode", 1, take_most_a_node},
    {"ppn", 1, take_most_a_node},
    {"perhost", 1, take_most_a_node},
    {"ntasks-per-node", 1, take_most_a_node},
    {"bind-to", 1, take_binding},
    {"cpu-bind", 1, take_binding},
    {"bind-to-core", 0, nullptr},
    {"map-by", 1, take_mapping},
    {"rank-by", 1, take_ranking},
    {"byslot", 0, nullptr},
    {"bycore", 0, nullptr},
    {"bynode", 0, nullptr, blocks},
    {"wdir", 1, take_folder},
    {"wd", 1, take_folder},
    {"chdir", 1, take_folder},
    {"D", 1, take_folder},
    {"tag-output", 0, label_lines},
    {"prepend-rank", 0, label_lines},
    {"l", 0, label_lines},
    {"display-map", 0, show_mapping},
    {"display-devel-map", 0, show_mapping},
    {"display-allocation", 0, show_mapping},
    {"report-bindings", 0, show_mapping},
    {"print-rank-map", 0, show_mapping},
    {"do-not-launch", 0, only_show_mapping},
    {"iface", 1, take_interface},
    {"stdin", 1, take_input},
    {"oversubscribe", 0, nullptr},
    {"use-hwthread-cpus", 0, nullptr},
    {"allow-run-as-root", 0, nullptr},
    {"kill-on-bad-exit", 0, nullptr},
    {"get-stack-traces", 0, nullptr},
    {"mpi", 1, nullptr},
    {"mca", 2, nullptr},
    {"gmca", 2, nullptr},
    {"prtemca", 2, nullptr},
    {"pmixmca", 2, nullptr},
    {"nooversubscribe", 0, nullptr, "upcrun never refuses more threads than cores; leave it out"},
    {"no-oversubscribe", 0, nullptr, "upcrun never refuses more threads than cores; leave it out"},
    {"output-filename", 0, nullptr, files},
    {"outfile-pattern", 0, nullptr, files},
    {"errfile-pattern", 0, nullptr, files},
    {"output", 0, nullptr, files},
    {"merge-stderr-to-stdout", 0, nullptr, "upcrun ... 2>&1 does that"},
    {"timestamp-output", 0, nullptr, "upcrun ... | ts does that; --label says of whom a line is"},
    {"npersocket", 0, nullptr, cores},
    {"cpus-per-proc", 0, nullptr, cores},
    {"cpus-per-rank", 0, nullptr, cores},
    {"cpus-per-task", 0, nullptr, cores},
    {"cpu-set", 0, nullptr, "upcrun keeps to the cores it may use: taskset -c LIST upcrun ..."},
    {"cpu-list", 0, nullptr, "upcrun keeps to the cores it may use: taskset -c LIST upcrun ..."},
    {"rankfile", 0, nullptr, blocks},
    {"rf", 0, nullptr, blocks},
    {"app", 0, nullptr, one_program},
    {"configfile", 0, nullptr, one_program},
    {"multi-prog", 0, nullptr, one_program},
    {"prefix", 0, nullptr, "--remote-upcrun PATH says where upcrun lies on the other hosts"},
    {"launcher", 0, nullptr, "--rsh COMMAND says what starts a command on a host"},
    {"preload-binary", 0, nullptr, "copy the program to the same path on all hosts first"},
    {"preload-files", 0, nullptr, "copy the files to the same path on all hosts first"},
    {"xterm", 0, nullptr, "upcrun -n 4 xterm -e gdb --args ./program gives each process a window"},
    {"debug", 0, nullptr, gdb},
    {"debugger", 0, nullptr, gdb},
    {"tv", 0, nullptr, gdb},
    {"gdb", 0, nullptr, gdb},
};

} // namespace

std::span<const ForeignOption> mpi_options() {
    return table;
}

} // namespace polder::run
