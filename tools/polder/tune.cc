// polder tune: runs a job that measures (measure.cc), prints its table, and stores it where jobs on
// this machine look for it.
#include "tools/polder/polder.h"

#include "base/log.h"
#include "runtime/coll/select/tuning.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace polder::tool {

using namespace coll;
namespace {

struct Options {
    std::string output;
    bool network = false;
    Words launch;
    Words job{"measure-job"};
};

// A list with commas between.
const std::string &known_operations(const std::string &list) {
    std::istringstream names(list);
    std::string name;
    while (std::getline(names, name, ','))
        operation_of(name);
    return list;
}

Options parse(const Words &words) {
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = [&]() -> const std::string & {
            if (i + 1 == words.size()) misuse(words[i] + " needs a value");
            return words[++i];
        };
        if (words[i] == "-o" || words[i] == "--output")
            options.output = value();
        else if (words[i] == "--only")
            options.job.insert(options.job.end(), {"--only", known_operations(value())});
        else if (words[i] == "--quick")
            options.job.push_back("--quick");
        else if (words[i] == "--network")
            options.network = true;
        else
            options.launch.push_back(words[i]);
    }
    if (options.launch.empty() && !options.network) misuse("tune needs to know the job to measure, such as -n 4");
    return options;
}

void make_folders(const std::string &file) {
    for (std::size_t at = file.find('/', 1); at != std::string::npos; at = file.find('/', at + 1))
        mkdir(file.substr(0, at).c_str(), 0777);
}

// Beside the file, then in its place, so that nobody reads half of it.
bool store(const std::string &path, const std::string &text) {
    make_folders(path);
    const std::string temporary = path + "." + std::to_string(getpid());
    std::FILE *file = std::fopen(temporary.c_str(), "w");
    if (!file) return false;
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (std::fclose(file) == 0 && written && std::rename(temporary.c_str(), path.c_str()) == 0) return true;
    const int why = errno;
    unlink(temporary.c_str());
    errno = why;
    return false;
}

} // namespace

std::string heading(const char *what, const Words &launch) {
    char host[256] = "?";
    char day[32] = "";
    gethostname(host, sizeof host - 1);
    const std::time_t now = std::time(nullptr);
    std::strftime(day, sizeof day, "%Y-%m-%d", std::localtime(&now));
    std::string text = std::string("# ") + what + ", measured by polder tune on " + host + ", " + day + ":";
    for (const std::string &word : launch)
        text += " " + word;
    return text + "\n";
}

int publish(const std::string &path, const std::string &text) {
    std::fputs(text.c_str(), stdout);
    if (path == "-") return 0;
    if (!store(path, text)) {
        log_error("cannot write %s: %s", path.c_str(), std::strerror(errno));
        return 1;
    }
    std::fprintf(stderr, "polder: stored in %s\n", path.c_str());
    return 0;
}

int tune(const Words &words) {
    const Options options = parse(words);
    if (options.network) return tune_network(options.launch, options.output);
    std::string path = options.output;
    char usual[1024];
    bool named;
    if (path.empty()) {
        if (!tuning_path(usual, sizeof usual, &named)) misuse("no home to store the table in; use --output");
        path = usual;
    }
    setenv("POLDER_TUNING", "/dev/null", 1); // what a former table says is of no interest, nor whether it is a good one
    std::string table;
    if (const int code = run_job(options.launch, options.job, &table)) return code;
    TuningTable parsed;
    char error[256];
    if (!tuning_parse(table.c_str(), &parsed, error, sizeof error)) {
        log_error("the job printed something else than a table: %s", error);
        return 1;
    }
    return publish(path, heading("algorithms of collective operations", options.launch) + table);
}

} // namespace polder::tool
