// Each host of a job alone, then all together, then, if that fails, each two of them: which cannot
// talk to which.
#include "tools/polder/command.h"
#include "tools/polder/doctor/doctor.h"

#include "base/config.h"
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/net/net.h"
#include "runtime/rma/copy.h"
#include "tools/run/hosts/hosts.h"

#include <polder/polder.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace polder::tool {
namespace {

constexpr std::size_t most_pairs = 200; // of very many hosts a selection, each with the next ones

// The list behind the last -N, in whatever way it was said.
std::string hosts_named(const Words &launch) {
    std::string list = setting_text(Setting::hosts);
    for (std::size_t i = 0; i < launch.size(); ++i)
        for (const char *name : {"-N", "--hosts", "--hostfile", "--host", "-H"}) {
            const std::string with = std::string(name) + '=';
            if (launch[i] == name && i + 1 < launch.size()) list = launch[i + 1];
            if (!launch[i].compare(0, with.size(), with)) list = launch[i].substr(with.size());
        }
    return list;
}

// The options as they are, then others that go before them, and this program as the job.
Outcome run_on(const Words &launch, const std::vector<std::string> &hosts, std::size_t threads) {
    Words words{own_folder() + "upcrun"};
    words.insert(words.end(), launch.begin(), launch.end());
    std::string list;
    for (const std::string &host : hosts)
        list += (list.empty() ? "" : ",") + host;
    words.insert(words.end(), {"-N", list, "-n", std::to_string(threads), "--timeout", "60"});
    words.insert(words.end(), {own_folder() + "polder", "doctor-job"});
    return run_command(words);
}

bool answers_right(const Outcome &run, std::size_t hosts) {
    return run.status == 0 && run.out == std::to_string(hosts) + " nodes heard\n";
}

std::string why(const Outcome &run) {
    return run.err.empty() ? last_line(run.out) : first_error(run.err);
}

constexpr char firewall[] =
    "a firewall between them, or different networks: TCP between all ports above 1023 must pass "
    "(--interface chooses the network)";

void examine_pairs(Findings &findings, const Words &launch, const std::vector<std::string> &hosts) {
    std::size_t tried = 0;
    for (std::size_t distance = 1; distance < hosts.size(); ++distance)
        for (std::size_t i = 0; i + distance < hosts.size() && tried < most_pairs; ++i, ++tried) {
            const std::vector<std::string> pair{hosts[i], hosts[i + distance]};
            const Outcome run = run_on(launch, pair, 2);
            if (!answers_right(run, 2)) findings.wrong(pair[0] + " and " + pair[1] + ": " + why(run), firewall);
        }
}

// Every node writes to every other one and waits for them.
int hear_others(int, char **) {
    polder_barrier_all();
    const polder_ga place =
        alloc::agree_on_first(mythread() == 0 ? alloc::allocate_symmetric(sizeof(std::uint64_t) * threads()) : 0);
    for (unsigned t = 0; t < threads(); ++t) {
        const std::uint64_t one = 1;
        rma::copy_put(place + sizeof one * mythread() + (polder_ga{t} << polder_job.shift), &one, sizeof one);
    }
    cache::far_fence();
    polder_barrier_all();
    std::uint64_t heard = 0;
    for (unsigned t = 0; t < threads(); ++t) {
        std::uint64_t one = 0;
        rma::copy_get(&one, place + sizeof one * t + (polder_ga{mythread()} << polder_job.shift), sizeof one);
        heard += one;
    }
    polder_barrier_all();
    if (mythread() == 0) {
        std::printf("%u nodes heard\n", static_cast<unsigned>(heard));
        if (net::net_on()) std::fprintf(stderr, "%s, provider %s\n", net::net.caps->name, net::net.caps->provider);
    }
    return 0;
}

} // namespace

void examine_hosts(Findings &findings, const Words &launch) {
    std::string error;
    std::vector<std::string> good;
    const std::string list = hosts_named(launch);
    const std::vector<run::Host> hosts = list.empty() ? std::vector<run::Host>{} : run::hosts_read(list, &error);
    if (hosts.empty()) misuse(list.empty() ? "doctor takes options of upcrun that name hosts (-N)" : error);
    setenv("POLDER_START_LIMIT", "30", 0);
    for (const run::Host &host : hosts) {
        const Outcome run = run_on(launch, {host.name}, 1);
        if (answers_right(run, 1))
            good.push_back(host.name);
        else
            findings.wrong("host " + host.name + ": " + why(run),
                           "the guide several-machines.md says what to do: \"When it does not start\"");
    }
    if (good.size() == hosts.size()) findings.ok("upcrun starts on " + std::to_string(good.size()) + " hosts");
    if (good.size() < 2) return;
    const Outcome all = run_on(launch, good, good.size());
    if (answers_right(all, good.size())) return findings.ok("the hosts reach one another: " + last_line(all.err));
    const unsigned before = findings.wrongs();
    examine_pairs(findings, launch, good);
    if (findings.wrongs() == before) findings.wrong("all hosts together: " + why(all), firewall);
}

int doctor_job(int argc, char **argv) {
    return polder_run(&argc, &argv, hear_others);
}

} // namespace polder::tool
