// polder: the subcommands, and what they share; see polder.h and docs/man/polder.1.
#include "tools/polder/polder.h"

#include "base/log.h"
#include "base/nearest.h"
#include "base/streams/standard_streams.h"
#include "tools/polder/command.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace polder::tool {
namespace {

constexpr const char *help = R"(usage: polder COMMAND [OPTIONS]

polder doctor [UPCRUN-OPTIONS]      compiles a program, runs it on threads, processes, a mix and
                                   two nodes, and says what is wrong with this machine; with
                                   -N HOSTS also with those and the network between them
  --no-runs                        no program is compiled and run here: limits only, in no time
polder info                        version, installation, machine, networks, settings, and the table
                                   of algorithms in use
polder info OPERATION BYTES [MEMBERS [NODES]]
                                   what a collective operation of that size takes, and why
polder info --job UPCRUN-OPTIONS   the same of a job: nodes, processes, threads, provider
polder tune [OPTIONS] UPCRUN-OPTIONS
                                   measures the algorithms in a job and stores the table of this machine
  --output FILE, -o FILE           store it there; -: only print it
  --only OPERATION[,...]           measure these; the table has no lines for the others
  --quick                          fewer sizes, shorter measurements
polder tune --network [-o FILE] [UPCRUN-OPTIONS]
                                   measures the providers of the network between two nodes (without options: two on this
                                   machine) and stores which one jobs that begin here take
polder gdb [ARGUMENTS]             gdb that loads the extension for UPC; arguments are gdb's
polder gdb --trust                 lets every gdb of yours load it: a line in the file of your settings of gdb
polder clangd [ARGUMENTS]          a language server for UPC: clangd that is shown UPC as C; arguments are clangd's
polder --help, polder --version

UPCRUN-OPTIONS say what job it is, as for upcrun: -n 4, -n 4 -p 2, -N hosts.txt -n 16. See polder(1).
)";

std::string read_all(int fd) {
    std::string text;
    char buffer[4096];
    for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(n));
    return text;
}

[[noreturn]] void no_command(const std::string &typed) {
    Nearest nearest(typed);
    for (const char *known : {"info", "tune", "doctor", "gdb", "clangd", "--help", "--version"})
        nearest.consider(known);
    const std::string found(nearest.found());
    misuse("no command '" + typed + "'" + (found.empty() ? "" : " (did you mean '" + found + "'?)"));
}

} // namespace

std::string own_path() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) misuse("cannot find itself (/proc/self/exe)");
    return {path, static_cast<std::size_t>(length)};
}

void misuse(const std::string &what) {
    log_error("%s; see polder --help", what.c_str());
    std::exit(2);
}

int run_job(const Words &launch, const Words &job, std::string *output) {
    const std::string self = own_path();
    const std::string upcrun = own_folder() + "upcrun";
    Words words{upcrun};
    words.insert(words.end(), launch.begin(), launch.end());
    words.insert(words.end(), {"--", self});
    words.insert(words.end(), job.begin(), job.end());
    std::vector<char *> argv;
    for (std::string &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    int ends[2] = {-1, -1};
    if (output && pipe(ends) != 0) misuse("no pipe to a job");
    const pid_t child = fork();
    if (child == 0) {
        if (output) {
            dup2(ends[1], 1);
            close(ends[0]);
            close(ends[1]);
        }
        execv(upcrun.c_str(), argv.data());
        log_error("cannot run %s: %s", upcrun.c_str(), std::strerror(errno));
        _exit(127);
    }
    if (output) {
        close(ends[1]);
        *output = read_all(ends[0]);
        close(ends[0]);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace polder::tool

namespace {

int command_run(int argc, char **argv) {
    using namespace polder::tool;
    const char *command = argc > 1 ? argv[1] : "--help";
    if (!std::strcmp(command, "measure-job")) return measure_job(argc, argv);
    if (!std::strcmp(command, "measure-network")) return measure_network_job(argc, argv);
    if (!std::strcmp(command, "doctor-job")) return doctor_job(argc, argv);
    if (!std::strcmp(command, "describe-job")) return describe_job(argc, argv);
    const Words words(argv + (argc > 2 ? 2 : argc), argv + argc);
    if (!std::strcmp(command, "info")) return info(words);
    if (!std::strcmp(command, "tune")) return tune(words);
    if (!std::strcmp(command, "doctor")) return doctor(words);
    if (!std::strcmp(command, "gdb")) return gdb(words);
    if (!std::strcmp(command, "clangd")) return clangd(words);
    if (!std::strcmp(command, "--version")) {
        std::printf("polder %s\n", POLDER_VERSION);
        return 0;
    }
    if (std::strcmp(command, "--help") && std::strcmp(command, "-h")) no_command(command);
    std::fputs(help, stdout);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    polder::standard_descriptors_open();
    return polder::status_of_output(command_run(argc, argv));
}
