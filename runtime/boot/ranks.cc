// The meeting of processes that an MPI launcher started: finding each other, passing descriptors,
// and exchanging bytes between leaders.
#include "runtime/boot/ranks.h"
#include "base/clock.h"
#include "base/config.h"
#include "base/log.h"
#include "runtime/boot/boot.h"
#include "runtime/boot/pmix.h"
#include "runtime/core/service_signals.h"
#include "runtime/exchange/exchange.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace polder::boot {

namespace {

constexpr std::int64_t patience_ns = 10'000'000'000; // until people are told what is waited for
constexpr std::int64_t limit_ns = 300'000'000'000;   // until it is given up
constexpr unsigned most_descriptors = 2;             // control block, memory of the segments

struct Hello { // from each process to process 0
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t rank;
    std::uint32_t processes;
    cpu_set_t cpus;
};

[[noreturn]] void refuse(const char *reason) {
    log_error("%s", reason);
    std::exit(1);
}

// ---- who we are ----

bool number_of(const char *variable, unsigned *value) {
    const char *text = std::getenv(variable);
    char *end = nullptr;
    const unsigned long number = text ? std::strtoul(text, &end, 10) : 0;
    if (!text || end == text || *end || number > max_threads) return false;
    *value = static_cast<unsigned>(number);
    return true;
}

struct Launcher {
    const char *rank;      // variable with the rank
    const char *processes; // with the size of the job
    const char *here;      // with the size of it on this machine
};
constexpr Launcher launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"}, // Open MPI
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"},                                    // Hydra: MPICH and its relatives
};

std::uint64_t mixed(std::uint64_t hash, const char *text) {
    for (; text && *text; ++text)
        hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3u;
    return hash;
}

// The process at the other end of the line to the launcher's server, also where a shell or debugger
// stands between it and us.
long server_process() {
    unsigned fd;
    ucred peer{};
    socklen_t size = sizeof peer;
    if (number_of("PMI_FD", &fd) && getsockopt(static_cast<int>(fd), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
        peer.pid > 0)
        return peer.pid;
    return getppid();
}

// The same in all processes of the launcher's job on this machine, and in no other's.
sockaddr_un meeting_place(socklen_t *length) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    char key[64];
    if (const char *job = std::getenv("PMIX_NAMESPACE"))
        std::snprintf(key, sizeof key, "x%016lx",
                      mixed(mixed(0xcbf29ce484222325u, job), std::getenv("PMIX_SERVER_TMPDIR")));
    else
        std::snprintf(key, sizeof key, "p%ld", server_process());
    const int written = std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "polder-%u-%s", getuid(), key);
    *length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(written));
    return address;
}

// ---- meeting ----

bool same_user(int fd) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == getuid();
}

Hello hello_of(const LaunchedRanks &ranks) {
    Hello hello{control_magic, control_version, ranks.rank, ranks.processes, {}};
    if (sched_getaffinity(0, sizeof hello.cpus, &hello.cpus) != 0) CPU_ZERO(&hello.cpus);
    return hello;
}

// Of a loop that waits: says once, after a while, what is waited for, and gives up in the end.
class Patience {
public:
    template <class Say> void ask(Say say) {
        const std::int64_t waited = clock_ns() - since_;
        if (waited > limit_ns) {
            say(log_error);
            std::exit(1);
        }
        if (waited > patience_ns && !told_) say(log_warning);
        told_ = waited > patience_ns;
    }

private:
    std::int64_t since_ = clock_ns();
    bool told_ = false;
};

constexpr const char *advice =
    "every process that mpirun started must start the UPC job (POLDER_RANKS=0 makes each a job of its own)";

using Log = void (*)(const char *, ...);

void tell_missing(const int *lines, unsigned processes, Log log) {
    char list[200] = "";
    std::size_t used = 0;
    for (unsigned rank = 1; rank < processes && used + 16 < sizeof list; ++rank)
        if (lines[rank] < 0)
            used += static_cast<std::size_t>(
                std::snprintf(list + used, sizeof list - used, "%s%u", used ? ", " : "", rank));
    log("rank 0 waits for rank %s: %s", list, advice);
}

// One process comes to process 0: its line goes to its place.
void welcome(int fd, const LaunchedRanks &ranks, int *lines, cpu_set_t *cpus) {
    Hello hello;
    if (!same_user(fd) || recv(fd, &hello, sizeof hello, 0) != static_cast<ssize_t>(sizeof hello) ||
        hello.magic != control_magic) {
        close(fd);
        return;
    }
    if (hello.version != control_version || hello.processes != ranks.processes || hello.rank >= ranks.processes ||
        hello.rank == 0 || lines[hello.rank] >= 0)
        refuse(
            "the processes that mpirun started do not fit together: they must be one program, or programs linked with "
            "the same libpolder");
    lines[hello.rank] = fd;
    CPU_OR(cpus, cpus, &hello.cpus);
}

void receive_all(int listener, const LaunchedRanks &ranks, int *lines, cpu_set_t *cpus) {
    Patience patience;
    for (unsigned left = ranks.processes - 1; left;) {
        pollfd wait{listener, POLLIN, 0};
        if (poll(&wait, 1, 200) > 0) {
            const int fd = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
            if (fd >= 0) welcome(fd, ranks, lines, cpus);
        }
        left = 0;
        for (unsigned rank = 1; rank < ranks.processes; ++rank)
            left += lines[rank] < 0;
        if (left) patience.ask([&](Log log) { tell_missing(lines, ranks.processes, log); });
    }
}

int open_listener(const LaunchedRanks &ranks) {
    socklen_t length;
    const sockaddr_un place = meeting_place(&length);
    const int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, reinterpret_cast<const sockaddr *>(&place), length) != 0 ||
        listen(listener, static_cast<int>(ranks.processes)) != 0) {
        log_error("rank 0 cannot meet the other processes that mpirun started: %s", std::strerror(errno));
        std::exit(1);
    }
    return listener;
}

// Room for descriptors beside a message.
union Rights {
    cmsghdr header;
    char room[CMSG_SPACE(most_descriptors * sizeof(int))];
};

void send_descriptors(int line, const int *fds, unsigned count) {
    char byte = static_cast<char>(count);
    iovec text{&byte, 1};
    Rights rights{};
    msghdr message{};
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = &rights;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(count * sizeof(int));
    std::memcpy(CMSG_DATA(part), fds, count * sizeof(int));
    if (sendmsg(line, &message, MSG_NOSIGNAL) < 0) refuse("a process that mpirun started died during the start");
}

unsigned receive_descriptors(int line, int *fds) {
    char byte;
    iovec text{&byte, 1};
    Rights rights{};
    msghdr message{};
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = &rights;
    message.msg_controllen = sizeof rights;
    if (recvmsg(line, &message, MSG_CMSG_CLOEXEC) <= 0) std::exit(1); // process 0 gave up, and has said why
    const cmsghdr *part = CMSG_FIRSTHDR(&message);
    if (!part || part->cmsg_type != SCM_RIGHTS) refuse("rank 0 sent no shared memory: too many open files?");
    const unsigned count = static_cast<unsigned>((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(fds, CMSG_DATA(part), count * sizeof(int));
    return count;
}

// ---- several machines ----

struct Place { // of a process, told to all
    unsigned leader;
    char host[exchange::host_name_bytes];
    unsigned char key[exchange::job_key_bytes]; // drawn by leaders; that of the first one is the job's
};

Place own_place(const LaunchedRanks &ranks) {
    Place place{ranks.leader, {}, {}};
    gethostname(place.host, sizeof place.host - 1);
    if (ranks.rank == 0 && getrandom(place.key, sizeof place.key, 0) != static_cast<ssize_t>(sizeof place.key))
        refuse("no random numbers for the key of the job");
    return place;
}

struct Machines {
    JobShape shape;
    unsigned *first; // of each, and the number of threads
    char (*hosts)[exchange::host_name_bytes];
    unsigned char key[exchange::job_key_bytes];
};

unsigned *leaders = nullptr; // of the nodes, by node; in process 0 of each

void *memory_for(std::size_t count, std::size_t bytes) {
    void *memory = std::calloc(count, bytes);
    if (!memory) refuse("no memory for the start of the job");
    return memory;
}

// What process 0 of each machine finds from the places of all. The processes are numbered machine
// after machine, and the first ones hold one thread more.
Machines machines_of(const LaunchedRanks &ranks, unsigned threads) {
    Machines found{{threads, ranks.processes}, nullptr, nullptr, {}};
    if (!ranks.several()) return found;
    const unsigned all = ranks.all_processes;
    const Place mine = own_place(ranks);
    Place *places = static_cast<Place *>(memory_for(all, sizeof(Place)));
    pmix_exchange_all(&mine, sizeof mine, places);
    leaders = static_cast<unsigned *>(memory_for(all, sizeof(unsigned)));
    found.first = static_cast<unsigned *>(memory_for(all + 1, sizeof(unsigned)));
    found.hosts = static_cast<char(*)[exchange::host_name_bytes]>(memory_for(all, exchange::host_name_bytes));
    // How many processes a machine has, by the rank of its leader.
    unsigned *processes = static_cast<unsigned *>(memory_for(all, sizeof(unsigned)));
    unsigned nodes = 0;
    for (unsigned rank = 0; rank < all; ++rank)
        ++processes[places[rank].leader % all];
    for (unsigned rank = 0, before = 0; rank < all; ++rank) {
        if (places[rank].leader != rank) continue;
        const JobShape whole{threads, all};
        if (rank == ranks.leader)
            found.shape = {whole.first_thread(before + processes[rank]) - whole.first_thread(before),
                           processes[rank],
                           whole.first_thread(before),
                           nodes,
                           0,
                           threads};
        std::memcpy(found.hosts[nodes], places[rank].host, exchange::host_name_bytes);
        if (nodes == 0) std::memcpy(found.key, places[rank].key, exchange::job_key_bytes);
        found.first[nodes] = whole.first_thread(before);
        leaders[nodes++] = rank;
        before += processes[rank];
    }
    found.first[nodes] = threads;
    found.shape.nodes = nodes;
    std::free(processes);
    std::free(places);
    return found;
}

void describe_machines(ControlBlock &block, const Machines &machines) {
    control_set_nodes(&block, machines.first);
    exchange::BootArea *boot = area<exchange::BootArea>(block, Area::boot);
    std::memcpy(boot->hosts, machines.hosts, machines.shape.nodes * exchange::host_name_bytes);
    std::memcpy(boot->key, machines.key, sizeof boot->key);
}

// ---- exchanges of leaders ----

// A fence of PMIx is one of all processes. So processes that are no leaders take part in it, by a
// thread each. BootArea::turn, which the launcher's agent has in other jobs, counts the exchanges
// of the node's leader. The last one comes when processes end (net_stop), so none leaves before its
// leader says that it was.
constexpr std::uint32_t no_more = ~0u;
exchange::BootArea *exchanges = nullptr;
pthread_t follower;

void tell_followers(std::uint32_t turn) {
    exchanges->turn.store(turn, std::memory_order_release);
    futex_wake_all(&exchanges->turn);
}

void *follow(void *) {
    for (std::uint32_t followed = 0, seen; (seen = exchanges->turn.load(std::memory_order_acquire)) != no_more;)
        if (seen == followed)
            futex_wait(&exchanges->turn, seen);
        else {
            pmix_follow();
            ++followed;
        }
    return nullptr;
}

void exchange(const void *mine, std::size_t bytes, void *all) {
    tell_followers(exchanges->turn.load(std::memory_order_relaxed) + 1);
    pmix_exchange(leaders, nodes(), mine, bytes, all);
}

void start_following(ControlBlock &block, bool leads) {
    exchanges = area<exchange::BootArea>(block, Area::boot);
    if (leads) exchange::exchange_carrier = exchange;
    pmix_before_end = leads ? [] { tell_followers(no_more); } : +[] { pthread_join(follower, nullptr); };
    if (leads) return;
    const ServiceSignals signals;
    const int error = pthread_create(&follower, nullptr, follow, nullptr);
    if (error) refuse("cannot start a thread for the exchanges of the job's start");
}

// ---- process 0 and the others ----

ControlBlock *make_job(const LaunchedRanks &ranks, unsigned threads) {
    const Machines machines = machines_of(ranks, threads); // meets all, before those of this machine come
    const int listener = open_listener(ranks);
    int *lines = static_cast<int *>(std::malloc(ranks.processes * sizeof(int)));
    if (!lines) refuse("no memory for the processes of the job");
    for (unsigned rank = 0; rank < ranks.processes; ++rank)
        lines[rank] = -1;
    cpu_set_t cpus = hello_of(ranks).cpus;
    receive_all(listener, ranks, lines, &cpus);
    close(listener);
    int fds[most_descriptors];
    ControlBlock *block = control_create(machines.shape, &fds[0]);
    if (!block) refuse(control_refused());
    if (ranks.several()) describe_machines(*block, machines);
    block->cores = usable_cores(cpus); // each process may be bound to a part of them
    char reason[256] = "";
    if (!is_ok(control_take_settings(*block, reason, sizeof reason))) refuse(reason);
    fds[1] = block->memory.fds[0];
    for (unsigned rank = 1; rank < ranks.processes; ++rank) {
        send_descriptors(lines[rank], fds, fds[1] < 0 ? 1 : 2);
        close(lines[rank]);
    }
    close(fds[0]);
    std::free(lines);
    return block;
}

ControlBlock *find_job(const LaunchedRanks &ranks) {
    if (ranks.several()) {
        const Place mine = own_place(ranks);
        pmix_exchange_all(&mine, sizeof mine, nullptr);
    }
    socklen_t length;
    const sockaddr_un place = meeting_place(&length);
    const int line = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    Patience patience;
    while (connect(line, reinterpret_cast<const sockaddr *>(&place), length) != 0) {
        if (errno != ECONNREFUSED && errno != EAGAIN && errno != EINTR)
            refuse("cannot meet rank 0 of the job: no Unix sockets");
        patience.ask([](Log log) { log("waiting for rank 0: %s", advice); });
        usleep(1000);
    }
    const Hello hello = hello_of(ranks);
    if (!same_user(line) || send(line, &hello, sizeof hello, MSG_NOSIGNAL) < 0)
        refuse("cannot talk to rank 0 of the job");
    int fds[most_descriptors];
    const unsigned count = receive_descriptors(line, fds);
    close(line);
    ControlBlock *block = control_map(fds[0]);
    if (!block) refuse("the job's control block did not arrive");
    if (count > 1) segment_use_descriptor(fds[1]);
    return block;
}

// Another process ends the job before its time.
void on_end(int) {
    if (control().ending_announced.load()) _exit(control().ending_code.load());
}

} // namespace

namespace {

// As the launcher's PMIx says. False if it started this process alone.
bool ask_pmix(LaunchedRanks *ranks) {
    PmixPlace place;
    char error[256];
    if (!pmix_begin(&place, error, sizeof error)) {
        if (!*error)
            std::snprintf(error, sizeof error, "mpirun started processes on several machines and offers no PMIx");
        log_error("%s; upcrun -N starts them without mpirun, and POLDER_RANKS=0 makes each process a job of its own",
                  error);
        std::exit(1);
    }
    *ranks = {place.local, place.locals, place.leader, place.ranks};
    return place.ranks > 1;
}

} // namespace

bool ranks_found(LaunchedRanks *ranks) {
    if (!setting_number(Setting::ranks, 1)) return false;
    unsigned machines;
    const bool spread = number_of("SLURM_STEP_NUM_NODES", &machines) && machines > 1; // srun in their place
    for (const Launcher &launcher : launchers) {
        unsigned rank;
        unsigned processes;
        unsigned here;
        if (!number_of(launcher.rank, &rank) || !number_of(launcher.processes, &processes) || processes < 2) continue;
        if (rank >= processes) continue;
        if (number_of(launcher.here, &here) ? here != processes : spread) return ask_pmix(ranks);
        *ranks = {rank, processes, 0, processes};
        return true;
    }
    // prterun, srun --mpi=pmix: PMIx alone. Open MPI gives its own variables too, and said above
    // that it started one process.
    return std::getenv("PMIX_RANK") && std::getenv("PMIX_NAMESPACE") && !std::getenv("OMPI_COMM_WORLD_SIZE") &&
           ask_pmix(ranks);
}

void ranks_end(int code) {
    pmix_abort(code, "");
}

ControlBlock *ranks_join(const LaunchedRanks &ranks, unsigned threads) {
    ControlBlock *block = ranks.rank == 0 ? make_job(ranks, threads) : find_job(ranks);
    if (ranks.several()) start_following(*block, ranks.rank == 0);
    struct sigaction action {};
    action.sa_handler = on_end;
    sigaction(doorbell_signal(), &action, nullptr);
    // Programs that this one starts have the same launcher in their environment and are not of this
    // job.
    setenv(setting_variable(Setting::ranks), "0", 1);
    return block;
}

} // namespace polder::boot
