// A UPC program is written, compiled and run on threads of a process, processes, a mix and two
// simulated nodes.
#include "tools/polder/command.h"
#include "tools/polder/doctor/doctor.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder::tool {
namespace {

// Static and allocated shared data, a heap that must grow, accesses to others, a lock, barriers.
constexpr char program[] = R"(#include <stdio.h>
#include <upc.h>
shared int from[THREADS];
shared int sum;
int main(void)
{
    enum { bytes = 8 << 20 };
    upc_lock_t *lock = upc_all_lock_alloc();
    shared [] char *own = upc_alloc(bytes);
    int touched = 0;
    for (int i = 0; own && i < bytes; i += 4096) own[i] = 1, touched++;
    from[(MYTHREAD + 1) % THREADS] = touched == bytes / 4096 ? MYTHREAD + 1 : 0;
    upc_barrier;
    upc_lock(lock);
    sum += from[MYTHREAD];
    upc_unlock(lock);
    upc_barrier;
    if (MYTHREAD == 0) puts(sum == THREADS * (THREADS + 1) / 2 ? "right" : "a wrong result");
    return 0;
}
)";

struct Mapping {
    const char *name;
    Words options;
};
const Mapping mappings[] = {
    {"4 threads of one process (upcrun -n 4 -p 1)", {"-n", "4", "-p", "1"}},
    {"4 processes (upcrun -n 4)", {"-n", "4"}},
    {"2 processes of 2 threads (upcrun -n 4 -p 2)", {"-n", "4", "-p", "2"}},
    {"2 simulated nodes (upcrun -n 4 --nodes 2)", {"-n", "4", "--nodes", "2"}},
};

// A folder of its own for what is made, gone at the end.
class Workshop {
public:
    Workshop() {
        const char *base = std::getenv("TMPDIR");
        folder_ = std::string(base && *base ? base : "/tmp") + "/polder-doctor-XXXXXX";
        good_ = mkdtemp(folder_.data());
    }
    ~Workshop() {
        if (!good_) return;
        unlink(source().c_str());
        unlink(executable().c_str());
        rmdir(folder_.c_str());
    }
    Workshop(const Workshop &) = delete;
    Workshop &operator=(const Workshop &) = delete;
    bool write() const {
        std::FILE *file = good_ ? std::fopen(source().c_str(), "we") : nullptr;
        const bool written = file && std::fputs(program, file) >= 0;
        return file && std::fclose(file) == 0 && written;
    }
    const std::string &folder() const { return folder_; }
    std::string source() const { return folder_ + "/doctor.upc"; }
    std::string executable() const { return folder_ + "/doctor"; }

private:
    std::string folder_;
    bool good_;
};

// The line behind "UPC 1.3, on top of:" of upcc --version.
std::string compiler_below(const std::string &version) {
    const std::size_t at = version.find(":\n");
    return at == std::string::npos ? "" : version.substr(at + 2, version.find('\n', at + 2) - at - 2);
}

bool compile(Findings &findings, const Workshop &place) {
    const std::string upcc = own_folder() + "upcc";
    const Outcome version = run_command({upcc, "--version"});
    if (version.status) {
        findings.wrong(
            "C compiler under upcc: " + first_error(version.err),
            "install gcc or clang (apt-get install gcc libc6-dev), or name one: upcc --cc=PROGRAM, POLDER_CC");
        return false;
    }
    if (!place.write()) {
        findings.wrong("cannot write in " + place.folder() + ": " + std::strerror(errno),
                       "upcc keeps temporary files there; TMPDIR names another folder");
        return false;
    }
    const Outcome made = run_command({upcc, "-O2", "-g", place.source(), "-o", place.executable()});
    if (made.status) {
        findings.wrong("compiling a program fails: " + first_error(made.err),
                       "upcc -v shows the commands; headers of the C library come with libc6-dev or glibc-devel");
        return false;
    }
    findings.ok("compiles a program, with " + compiler_below(version.out));
    return true;
}

} // namespace

void examine_mappings(Findings &findings) {
    const Workshop place;
    if (!compile(findings, place)) return;
    for (const Mapping &mapping : mappings) {
        Words words{own_folder() + "upcrun", "--timeout", "120"};
        words.insert(words.end(), mapping.options.begin(), mapping.options.end());
        words.push_back(place.executable());
        const Outcome run = run_command(words);
        if (run.status == 0 && run.out == "right\n")
            findings.ok(mapping.name);
        else
            findings.wrong(std::string(mapping.name) + ": " +
                               (run.status ? "exit status " + std::to_string(run.status) : "wrong output"),
                           run.err.empty() ? last_line(run.out) : first_error(run.err));
    }
}

} // namespace polder::tool
