// upcrun: starts a UPC program on this machine and stays with it to the end. It makes the control
// block and the memory of the segments, decides who runs where, forks the processes, and then
// watches (local/watch/supervisor.h). It holds no state outside itself: when it dies, the kernel
// ends its processes and frees their memory. On several nodes agents do that, one on each
// (remote/controller/controller.h).
#include "base/config.h"
#include "base/log.h"
#include "base/streams/standard_streams.h"
#include "runtime/boot/boot.h"
#include "tools/run/cli/environment.h"
#include "tools/run/cli/options.h"
#include "tools/run/local/folder.h"
#include "tools/run/local/launch.h"
#include "tools/run/local/node.h"
#include "tools/run/local/program_file.h"
#include "tools/run/local/watch/job_observer.h"
#include "tools/run/local/watch/launcher_signals.h"
#include "tools/run/local/watch/supervisor.h"
#include "tools/run/plan/plan.h"
#include "tools/run/remote/agent/agent.h"
#include "tools/run/remote/controller/controller.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace polder::run {

namespace {

[[noreturn]] void give_up(const std::string &reason) {
    log_error("%s", reason.c_str());
    std::exit(1);
}

int run_on_one_node(const Options &options, const JobShape &shape, const std::string &path) {
    int control_fd;
    std::string error;
    ControlBlock *block = node_make(shape, 1, &control_fd, &error);
    if (!block) give_up(error);
    if (options.show)
        std::fputs(mapping_text(*block, false).c_str(), options.program && !options.only_show ? stderr : stdout);
    if (!options.program || options.only_show) return 0;
    Program program{path, options.program, {}, control_fd};
    program.environment = program_environment(options);
    const int signals = open_signals(&program.mask, &error);
    if (signals < 0) give_up(error);
    Labels labels;
    std::vector<pid_t> children = launch_processes(*block, program, &labels, &error);
    if (children.empty()) give_up(error);
    JobObserver people;
    const double timeout_s = setting_seconds(Setting::timeout);
    return Supervisor({*block, std::move(children), signals, path, timeout_s}, people).run();
}

int run(const Options &options) {
    std::string error;
    if (!options.folder.empty() && !folder_enter(options.folder, &error)) give_up(error);
    std::string path;
    if (options.program) path = find_program(options.program[0]);
    const ProgramFacts facts = options.program ? facts_of_program(path) : ProgramFacts{};
    const JobPlan plan = plan_of(options, facts.static_threads);
    if (facts.uses_mpi && plan.threads > 1 && (plan.nodes.size() > 1 || plan.nodes[0].processes > 1))
        log_warning(
            "'%s' uses MPI, to which each process that upcrun starts is a job of its own; mpirun -n %u %s makes them "
            "one job of MPI and UPC",
            path.c_str(), plan.processes(), options.program[0]);
    if (plan.nodes.size() > 1 || plan.nodes[0].remote()) return Controller(options, plan, path).run();
    return run_on_one_node(options, {plan.threads, plan.nodes[0].processes}, path);
}

} // namespace

} // namespace polder::run

int main(int argc, char **argv) {
    using namespace polder::run;
    polder::standard_descriptors_open();
    if (argc > 1 && !std::strcmp(argv[1], agent_option)) return agent_main();
    const Options options = parse_options(argc, argv);
    if (options.print_settings) polder::settings_print(stdout);
    const bool runs = options.program || !options.print_settings;
    return polder::status_of_output(runs ? run(options) : 0);
}
