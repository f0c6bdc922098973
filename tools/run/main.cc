// upcrun: starts a UPC program on this machine and stays with it to the end. It makes the control block and the memory of the
// segments, decides who runs where, forks the processes, and then watches (watch.h). It holds no state outside itself: when it
// dies, the kernel ends its processes and frees their memory.
#include "base/config.h"
#include "base/log.h"
#include "runtime/boot/boot.h"
#include "runtime/segment/segment.h"
#include "tools/run/launch.h"
#include "tools/run/options.h"
#include "tools/run/place.h"
#include "tools/run/program_file.h"
#include "tools/run/report.h"
#include "tools/run/watch.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>
#include <vector>

namespace polder::run {

namespace {

[[noreturn]] void give_up(const char *reason) {
    log_error("%s", reason);
    std::exit(1);
}

std::uint64_t kernel_limit(const char *path) {
    unsigned long long value = 0;
    if (std::FILE *file = std::fopen(path, "re")) {
        if (std::fscanf(file, "%llu", &value) != 1) value = 0;
        std::fclose(file);
    }
    return value ? value : UINT64_MAX;
}

// A job that cannot fit is refused before it has driven the machine into the ground.
void expect_room(const JobShape &shape) {
    constexpr std::uint64_t process_bytes = 512 << 10,
                            thread_bytes = 32 << 10; // the least that one takes, kernel included
    const std::uint64_t memory = machine_memory_limit(),
                        needed = shape.processes * process_bytes + shape.threads * thread_bytes;
    const std::uint64_t limits[] = {kernel_limit("/proc/sys/kernel/threads-max"),
                                    kernel_limit("/proc/sys/kernel/pid_max")};
    if (shape.threads >= limits[0] || shape.threads >= limits[1])
        log_error("%u threads are more than the kernel of this machine allows (%llu)", shape.threads,
                  static_cast<unsigned long long>(std::min(limits[0], limits[1])));
    else if (memory && needed > memory)
        log_error("%u threads in %u processes need at least %llu MB and this machine has %llu; use fewer, or more "
                  "threads a process (-p)",
                  shape.threads, shape.processes, static_cast<unsigned long long>(needed >> 20),
                  static_cast<unsigned long long>(memory >> 20));
    else
        return;
    std::exit(1);
}

ControlBlock &make_control(const JobShape &shape, int *fd) {
    ControlBlock *block = control_create(shape, fd);
    if (!block) give_up("no memory for the job's control block");
    block->launched = 1;
    block->launcher = getpid();
    block->label = setting_number(Setting::label) != 0;
    block->shared_heap = setting_number(Setting::shared_heap);
    place_threads(*block);
    return *block;
}

void make_segments(ControlBlock &block) {
    char reason[512] = "";
    const SegmentOptions options{setting_text(Setting::segment), setting_number(Setting::huge_pages) != 0,
                                 block.shared_heap};
    if (!is_ok(segment_create(block, options, reason, sizeof reason))) give_up(reason);
}

void show_mapping(ControlBlock &block, std::FILE *out) {
    std::fprintf(out, "host %s: %u threads in %u processes on %d cores\n", host_name().c_str(), block.shape.threads,
                 block.shape.processes, block.cores);
    for (unsigned t = block.shape.first; block.shape.has(t); ++t)
        std::fprintf(out, "thread %u: process %u, processors %s\n", t, block.shape.process_of(t),
                     place_text(thread_record(block, t)).c_str());
    std::fprintf(out, "segments: %s, %s\n", memory_kind_name(static_cast<MemoryKind>(block.memory_kind)),
                 block.shared_heap ? "limited by --shared-heap" : "limited by the machine's memory");
    std::fflush(out);
}

// Blocks what Watch reads, and gives the mask of before for the programs.
int open_signals(sigset_t *before) {
    signal(SIGCHLD, SIG_DFL); // an inherited "ignore" would hide deaths
    const sigset_t watched = Watch::signals_watched();
    sigprocmask(SIG_BLOCK, &watched, before);
    const int fd = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0) give_up(errno == EMFILE ? "too few file descriptors: raise the limit (ulimit -n)" : std::strerror(errno));
    return fd;
}

int run(const Options &options) {
    std::string path;
    if (options.program) path = find_program(options.program[0]);
    const ProgramFacts facts = options.program ? facts_of_program(path) : ProgramFacts{};
    const JobShape shape = shape_of(options, facts.static_threads);
    if (facts.uses_mpi && shape.processes > 1)
        log_warning("'%s' uses MPI, to which each process that upcrun starts is a job of its own; mpirun -n %u %s makes them "
                    "one job of MPI and UPC",
                    path.c_str(), shape.processes, options.program[0]);
    expect_room(shape);
    int control_fd;
    ControlBlock &block = make_control(shape, &control_fd);
    make_segments(block);
    if (options.show) show_mapping(block, options.program && !options.only_show ? stderr : stdout);
    if (!options.program || options.only_show) return 0;
    Program program{path, options.program, {}, control_fd};
    const int signals = open_signals(&program.mask);
    std::vector<pid_t> children = launch_processes(block, program);
    if (children.empty()) return 1;
    return Watch(block, std::move(children), signals, path, setting_seconds(Setting::timeout)).run();
}

} // namespace

} // namespace polder::run

int main(int argc, char **argv) {
    using namespace polder::run;
    polder::standard_descriptors_open();
    const Options options = parse_options(argc, argv);
    if (options.print_settings) {
        polder::settings_print(stdout);
        if (!options.program) return 0;
    }
    return run(options);
}
