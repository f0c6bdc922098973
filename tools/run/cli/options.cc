// The table of upcrun's own options, the text of --help, and what each option sets.
#include "tools/run/cli/options.h"
#include "base/checks.h"
#include "base/config.h"
#include "base/endpoints.h"
#include "base/nearest.h"
#include "base/streams/standard_streams.h"
#include "runtime/core/thread_level.h"
#include "tools/run/cli/bind.h"
#include "tools/run/cli/foreign_options.h"
#include "tools/run/cli/misuse.h"
#include "tools/run/hosts/allocation.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace polder::run {

namespace {

const char usage[] =
    "Usage: upcrun -n THREADS [options] program [arguments]\n"
    "Runs a UPC program on processes, pthreads or a mix, on this machine or several.\n"
    "\n"
    "  -n THREADS            number of UPC threads (default: what the program was compiled for, or 1)\n"
    "  -p PROCESSES          spread them over so many processes; default one process a thread, 1: all pthreads\n"
    "      --bind share|package|numa|l3|core|pu|none  bind each thread to its share of the processors, or to one\n"
    "                        object of that level; more threads than cores are not bound to cores (default share)\n"
    "      --spread, --pack  bound threads lie as far apart as possible, or on neighbouring cores (default spread)\n"
    "      --shared-heap SIZE  limit of shared memory a thread, such as 512m or 1.5g (default what the machine has)\n"
    "      --segment KIND    memory of the segments: memfd, posix, sysv, file[:DIR] (default memfd)\n"
    "      --numa owner|interleave|touch  NUMA domain of a segment's memory: that of its thread, all in turn, or that\n"
    "                        of who touches it first (default owner)\n"
    "  -N HOSTS              machines: host1,host2:4 or a file, one line a host: host slots=4\n"
    "                        (default in a job of Slurm or PBS: its hosts; else this machine)\n"
    "      --nodes NODES     use the first so many hosts; without hosts, simulate so many nodes on this machine\n"
    "      --per-node PROCESSES  processes on each node (-p: in the whole job)\n"
    "      --rsh COMMAND     what starts a command on {host} (default ssh)\n"
    "      --remote-upcrun PATH  upcrun on the other hosts (default the same path as here)\n"
    "      --interface WHICH network between the nodes: interface, address or network such as 10.1.0.0/16\n"
    "      --export NAMES    environment variables: NAME or ALL for the other hosts, NAME=value for all; commas "
    "between\n"
    "      --wdir DIR        run the program in that folder\n"
    "      --lost-after SECONDS  a node, link or process silent for so long is lost, and the job ends (default 5)\n"
    "      --check           look for mistakes at run time, which takes time: everything of the next line\n"
    "      --check=KINDS     only some, commas between: collectives (single-valued arguments)\n"
    "      --label           put the thread in front of each line of output\n"
    "      --thread-level single|funneled|serialized|multiple  least thread level of the program (default what it "
    "asks\n"
    "                        for, or multiple)\n"
    "      --timeout SECONDS end the job after this time and say where each thread is\n"
    "      --kill-after SECONDS  after SIGTERM, SIGHUP or SIGINT: kill what has not ended by then (default 30, 0: "
    "never)\n"
    "      --show            print which thread runs where, and what the nodes are connected by, before the program\n"
    "                        starts\n"
    "      --stats           print at the end how memory of other nodes was reached\n"
    "      --env             print all environment variables with value and source\n"
    "      --help, --version\n"
    "\n"
    "What mpirun and srun call otherwise (-np, -x, --hostfile, --bind-to, --map-by ...) is understood: man upcrun.\n"
    "SIGQUIT (Ctrl-\\) prints where every thread is and what it waits for. Other signals are passed on to the "
    "program.\n"
    "Exit status: the largest of the threads; 128 + signal if one was killed; 124 after --timeout.\n";

enum class Action {
    threads,
    hosts,
    setting,
    program_setting,
    order,
    switch_on,
    count_network,
    check,
    folder,
    show,
    print_settings,
    help,
    version
};

struct Option {
    const char *name;
    Action action;
    Setting setting;
};

constexpr Option table[] = {
    {"-n", Action::threads, Setting::count},
    {"-np", Action::threads, Setting::count},
    {"--threads", Action::threads, Setting::count},
    {"-p", Action::setting, Setting::processes},
    {"--processes", Action::setting, Setting::processes},
    {"-N", Action::hosts, Setting::hosts},
    {"--hosts", Action::hosts, Setting::hosts},
    {"--nodes", Action::setting, Setting::nodes},
    {"--per-node", Action::setting, Setting::per_node},
    {"--rsh", Action::setting, Setting::rsh},
    {"--remote-upcrun", Action::setting, Setting::remote_upcrun},
    {"--interface", Action::setting, Setting::interface},
    {"--export", Action::setting, Setting::exported},
    {"--lost-after", Action::setting, Setting::lost_after},
    {"--bind", Action::setting, Setting::bind},
    {"--spread", Action::order, Setting::bind_order},
    {"--pack", Action::order, Setting::bind_order},
    {"--shared-heap", Action::setting, Setting::shared_heap},
    {"--numa", Action::setting, Setting::numa},
    {"--segment", Action::setting, Setting::segment},
    {"--thread-level", Action::program_setting, Setting::thread_level},
    {"--timeout", Action::setting, Setting::timeout},
    {"--kill-after", Action::setting, Setting::kill_after},
    {"--check", Action::check, Setting::check},
    {"--label", Action::switch_on, Setting::label},
    {"--stats", Action::count_network, Setting::stats},
    {"--wdir", Action::folder, Setting::count},
    {"--show", Action::show, Setting::count},
    {"--env", Action::print_settings, Setting::count},
    {"--help", Action::help, Setting::count},
    {"-h", Action::help, Setting::count},
    {"--version", Action::version, Setting::count},
};

// "-n 4", "-n4", "--bind=none": the option, and its value if it is in the same word.
const Option *find(const char *word, const char **value) {
    *value = nullptr;
    for (const Option &option : table) {
        const std::size_t length = std::strlen(option.name);
        if (!std::strcmp(word, option.name)) return &option;
        if (std::strncmp(word, option.name, length)) continue;
        const bool number = length == 2 && word[length] >= '0' && word[length] <= '9';
        if (word[length] != '=' && !number) continue;
        *value = word + length + !number;
        return &option;
    }
    return nullptr;
}

void expect_size(const char *name, const char *text) {
    std::uint64_t bytes;
    if (!parse_size(text, &bytes)) misuse("%s needs a size such as 512m or 1.5g, not '%s'", name, text);
}

void expect_seconds(const char *name, const char *text) {
    char *end;
    const double seconds = std::strtod(text, &end);
    if (end == text || *end || !(seconds >= 0) || seconds > 1e8)
        misuse("%s needs a number of seconds, not '%s'", name, text);
}

void expect_bind(const char *name, const char *text) {
    Bind bind;
    if (!bind_parse(text, &bind)) misuse("%s is share, package, numa, l3, core, pu or none, not '%s'", name, text);
}

void expect_order(const char *name, const char *text) {
    if (std::strcmp(text, "spread") && std::strcmp(text, "pack")) misuse("%s is spread or pack, not '%s'", name, text);
}

void take_setting(const Option &option, const char *value) {
    switch (option.setting) {
    case Setting::processes:
    case Setting::nodes:
    case Setting::per_node: count_of(option.name, value); break;
    case Setting::shared_heap: expect_size(option.name, value); break;
    case Setting::lost_after:
    case Setting::kill_after:
    case Setting::timeout: expect_seconds(option.name, value); break;
    case Setting::bind: expect_bind(option.name, value); break;
    default: break; // checked by those who use it
    }
    setting_override(option.setting, value);
}

// -N with a number is Berkeley's: how many nodes.
void take_hosts(const char *name, const char *value) {
    const bool number = *value && std::strspn(value, "0123456789") == std::strlen(value);
    if (!number) return setting_override(Setting::hosts, value);
    const unsigned count = count_of(name, value);
    const bool known = *setting_text(Setting::hosts) || allocation_is_there();
    if (count > 1 && !known)
        misuse("%s %s: on which hosts? %s host1,host2 or POLDER_HOSTS names them; --nodes %s simulates nodes on this "
               "machine",
               name, value, name, value);
    if (known) setting_override(Setting::nodes, value);
}

bool needs_value(Action action) {
    return action == Action::threads || action == Action::setting || action == Action::program_setting ||
           action == Action::hosts || action == Action::folder;
}

bool takes_value(Action action) {
    return needs_value(action) || action == Action::check;
}

// A setting that the program reads. The launcher only looks whether it is right.
void give_program(Options &options, Setting setting, const char *value) {
    options.environment.push_back(std::string(setting_variable(setting)) + "=" + value);
}

void apply(Options &options, const Option &option, const char *value) {
    switch (option.action) {
    case Action::threads: options.threads = count_of(option.name, value); break;
    case Action::hosts: take_hosts(option.name, value); break;
    case Action::setting: take_setting(option, value); break;
    case Action::program_setting:
        take_setting(option, value);
        give_program(options, option.setting, value);
        break;
    case Action::order: setting_override(option.setting, option.name + 2); break;
    case Action::check: setting_override(Setting::check, value ? value : "all"); break;
    case Action::count_network: give_program(options, option.setting, "1"); break;
    case Action::switch_on: setting_override(option.setting, "1"); break;
    case Action::folder: options.folder = value; break;
    case Action::show: options.show = true; break;
    case Action::print_settings: options.print_settings = true; break;
    case Action::help: std::fputs(usage, stdout); std::exit(status_of_output(0));
    case Action::version: std::printf("upcrun (Polder) %s\n", POLDER_VERSION); std::exit(status_of_output(0));
    }
}

// "-nq", "--hostfil=x": an option that nobody has. With what it may be meant for: a name that is
// near, or of which it is the beginning.
[[noreturn]] void refuse_unknown(const std::string &word) {
    const std::string typed = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const Option &option : table)
        names.emplace_back(option.name);
    std::vector<std::string_view> others;
    add_foreign_names(others);
    for (const std::string_view name : others)
        names.push_back((name.size() > 1 ? "--" : "-") + std::string(name));
    Nearest nearest(typed);
    for (const std::string &name : names)
        nearest.consider(name);
    for (const std::string &name : names)
        if (nearest.found().empty() && typed.size() > 4 && !name.compare(0, typed.size(), typed)) nearest.take(name);
    if (nearest.found().empty()) misuse("unknown option '%s'", word.c_str());
    misuse("unknown option '%s'; did you mean '%s'?", word.c_str(), std::string(nearest.found()).c_str());
}

// mpirun's way to start several programs as one job. Behind -- a lone ':' is an argument like
// others.
void refuse_several_programs(const Options &options) {
    for (char **word = options.program; word && *word; ++word)
        if (!std::strcmp(*word, ":") && word[1])
            misuse(
                "'%s : %s ...' would be several programs in one job (MPMD), and upcrun runs one: branch on MYTHREAD in "
                "it; where ':' is an argument, write upcrun [options] -- %s ...",
                options.program[0], word[1], options.program[0]);
}

// OpenSHMEM's way to ask for checks. Threads of other nodes have the launcher's settings, too.
void take_shmem_debug() {
    const bool asked = std::getenv("SHMEM_DEBUG") || std::getenv("SMA_DEBUG");
    if (asked && setting_source(Setting::check) == SettingSource::standard)
        setting_override(Setting::check, "collectives");
}

void expect_checks() {
    const bool option = setting_source(Setting::check) == SettingSource::command_line;
    std::uint32_t checks;
    char unknown[64];
    if (!checks_parse(setting_text(Setting::check), &checks, unknown, sizeof unknown))
        misuse("%s: there is no check '%s'; checks are %s", option ? "--check" : setting_variable(Setting::check),
               unknown, check_names());
    if (endpoints_wanted(setting_text(Setting::endpoints)) == Endpoints::unknown)
        misuse("%s is '%s'; it may be process, thread or auto", setting_variable(Setting::endpoints),
               setting_text(Setting::endpoints));
    ThreadLevel level;
    const char *said = setting_text(Setting::thread_level);
    if (*said && !thread_level_parse(said, &level))
        misuse("%s is '%s'; it may be single, funneled, serialized or multiple",
               setting_source(Setting::thread_level) == SettingSource::command_line
                   ? "--thread-level"
                   : setting_variable(Setting::thread_level),
               said);
}

} // namespace

const char *next_value(char **argv, int *at) {
    const char *word = argv[++*at];
    return word && std::strcmp(word, "--") ? word : nullptr;
}

Options parse_options(int argc, char **argv) {
    Options options;
    int i = 1;
    bool ended = false; // by --
    for (; i < argc && argv[i][0] == '-'; ++i) {
        if (!std::strcmp(argv[i], "--")) {
            ++i;
            ended = true;
            break;
        }
        const char *value;
        const Option *option = find(argv[i], &value);
        if (!option && take_foreign_option(argv, &i, options)) continue;
        if (!option) refuse_unknown(argv[i]);
        if (value && !takes_value(option->action)) misuse("%s takes no value, and has '%s'", option->name, value);
        if (needs_value(option->action) && !value && !(value = next_value(argv, &i)))
            misuse("%s needs a value", option->name);
        apply(options, *option, value);
    }
    if (i < argc) options.program = argv + i;
    if (!ended) refuse_several_programs(options);
    if (!options.program && !options.show && !options.print_settings) misuse("%s", "no program given");
    take_shmem_debug();
    expect_checks();
    expect_bind(setting_variable(Setting::bind), setting_text(Setting::bind));
    expect_order(setting_variable(Setting::bind_order), setting_text(Setting::bind_order));
    return options;
}

} // namespace polder::run
