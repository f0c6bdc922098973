// Reads lists of hosts: words with ranges and slots, and files with a line a host.
#include "tools/run/hosts/hosts.h"
#include "base/config.h"
#include "runtime/core/job.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>

namespace polder::run {

namespace {

constexpr std::size_t most_hosts = 1 << 20;

bool is_file(const std::string &path) {
    struct stat facts;
    return stat(path.c_str(), &facts) == 0 && !S_ISDIR(facts.st_mode);
}

bool read_number(const std::string &text, unsigned *value) {
    char *end;
    const unsigned long number = std::strtoul(text.c_str(), &end, 10);
    if (text.empty() || !std::isdigit(static_cast<unsigned char>(text[0])) || *end || number < 1 ||
        number > max_threads)
        return false;
    *value = static_cast<unsigned>(number);
    return true;
}

// Nothing that a shell, ssh or a terminal would take for more than a name.
bool is_name(const std::string &text) {
    if (text.empty() || text[0] == '-' || text.size() > 255) return false;
    for (const char c : text)
        if (!std::isalnum(static_cast<unsigned char>(c)) && !std::strchr("._-@:%[]", c)) return false;
    return true;
}

void add(std::vector<Host> &hosts, const Host &host) {
    for (Host &known : hosts) // short lists, or a file of a batch system, where a host's lines follow one another
        if (known.name == host.name) {
            known.slots = (known.slots ? known.slots : 1) + (host.slots ? host.slots : 1);
            if (!host.heap.empty()) known.heap = host.heap;
            return;
        }
    hosts.push_back(host);
}

// "name", "name:4", "[2001:db8::1]:4", "2001:db8::1".
bool split_slots(const std::string &word, Host *host) {
    const std::size_t colon = word.rfind(':');
    // IPv6 without brackets.
    const bool address = colon != std::string::npos && word.find(':') != colon && word[0] != '[';
    host->name = word;
    if (colon != std::string::npos && !address && (word[0] != '[' || colon > word.find(']'))) {
        host->name = word.substr(0, colon);
        if (!read_number(word.substr(colon + 1), &host->slots)) return false;
    }
    if (host->name.size() > 2 && host->name[0] == '[' && host->name.back() == ']')
        host->name = host->name.substr(1, host->name.size() - 2);
    return is_name(host->name);
}

// One of "03-07" or "12" behind the `[` of a Slurm list: the names go to *names. False if it is
// neither.
bool expand_range(const std::string &front, const std::string &range, const std::string &back,
                  std::vector<std::string> *names) {
    const std::size_t dash = range.find('-');
    const std::string low = range.substr(0, dash);
    const std::string high = dash == std::string::npos ? low : range.substr(dash + 1);
    if (low.empty() || high.empty() || low.size() > 9 || high.size() > 9 ||
        low.find_first_not_of("0123456789") != std::string::npos ||
        high.find_first_not_of("0123456789") != std::string::npos)
        return false;
    const unsigned long first = std::strtoul(low.c_str(), nullptr, 10);
    const unsigned long last = std::strtoul(high.c_str(), nullptr, 10);
    if (last < first || last - first >= most_hosts) return false;
    for (unsigned long number = first; number <= last; ++number) {
        char digits[24];
        std::snprintf(digits, sizeof digits, "%0*lu", static_cast<int>(low.size()), number);
        names->push_back(front + digits + back);
    }
    return true;
}

// "node[01-03,7]:2", "rack[1-2]node[0-7]"; a word without brackets, or with one in front (an
// address), stays as it is.
bool expand(const std::string &word, std::vector<std::string> *names) {
    const std::size_t open = word.rfind('[');
    const std::size_t close = word.rfind(']');
    if (open == std::string::npos || open == 0 || close == std::string::npos || close < open) {
        names->push_back(word);
        return true;
    }
    const std::string front = word.substr(0, open);
    const std::string back = word.substr(close + 1);
    const std::string inside = word.substr(open + 1, close - open - 1);
    std::vector<std::string> fronts; // the brackets before this one change more slowly
    if (!expand(front, &fronts)) return false;
    for (const std::string &each : fronts)
        for (std::size_t at = 0; at <= inside.size();) {
            std::size_t end = inside.find(',', at);
            if (end == std::string::npos) end = inside.size();
            if (!expand_range(each, inside.substr(at, end - at), back, names) || names->size() > most_hosts)
                return false;
            at = end + 1;
        }
    return true;
}

std::vector<std::string> split_list(const std::string &text) {
    std::vector<std::string> words(1);
    int depth = 0;
    for (const char c : text) {
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == ',' && depth == 0)
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

bool take_list(const std::string &text, std::vector<Host> &hosts, std::string *error) {
    for (const std::string &word : split_list(text)) {
        std::vector<std::string> names;
        Host host;
        bool good = expand(word, &names);
        for (const std::string &name : names) {
            host = {};
            good = good && split_slots(name, &host);
            if (good) add(hosts, host);
        }
        if (!good || names.empty()) {
            *error = "'" + word + "' is neither a host, a host with slots (name:4) nor a file";
            return false;
        }
    }
    return true;
}

// Behind the name on a line of a file: slots=4, max_slots=8, heap=4g, 4.
bool take_words(char *rest, Host *host) {
    for (char *word = std::strtok(rest, " \t\r\n"); word; word = std::strtok(nullptr, " \t\r\n")) {
        const char *value = std::strchr(word, '=');
        const std::string key = value ? std::string(word, static_cast<std::size_t>(value - word)) : "slots";
        if (key == "slots" || key == "cpu" || key == "cpus") {
            if (!read_number(value ? value + 1 : word, &host->slots)) return false;
        } else if (key == "heap") {
            std::uint64_t bytes;
            if (!parse_size(value + 1, &bytes)) return false;
            host->heap = value + 1;
        } else if (key != "max_slots" && key != "max-slots") {
            return false;
        }
    }
    return true;
}

bool take_line(char *line, std::vector<Host> &hosts) {
    if (char *comment = std::strchr(line, '#')) *comment = 0;
    char *name = line + std::strspn(line, " \t\r\n");
    if (!*name) return true;
    char *rest = name + std::strcspn(name, " \t\r\n");
    if (*rest) *rest++ = 0;
    std::vector<std::string> names;
    if (!expand(name, &names)) return false;
    const std::string words = rest;
    for (const std::string &each : names) {
        Host host;
        std::string copy = words;
        if (!split_slots(each, &host) || !take_words(copy.data(), &host)) return false;
        add(hosts, host);
    }
    return true;
}

bool take_file(const std::string &path, std::vector<Host> &hosts, std::string *error) {
    std::FILE *file = std::fopen(path.c_str(), "re");
    if (!file) {
        *error = "cannot read the hosts file '" + path + "': " + std::strerror(errno);
        return false;
    }
    char *line = nullptr;
    std::size_t room = 0;
    unsigned number = 0;
    bool good = true;
    for (ssize_t length; good && (length = getline(&line, &room, file)) >= 0;) {
        ++number;
        good = std::strlen(line) == static_cast<std::size_t>(length) && take_line(line, hosts) &&
               hosts.size() <= most_hosts;
    }
    std::free(line);
    std::fclose(file);
    if (!good)
        *error = path + ":" + std::to_string(number) +
                 ": not a line of a hosts file: `host`, `host slots=4`, `host:4` or `host heap=4g`; # begins a comment";
    return good;
}

} // namespace

std::vector<Host> hosts_read(const std::string &text, std::string *error) {
    std::vector<Host> hosts;
    if (!is_file(text)) return hosts_listed(text, error);
    if (!take_file(text, hosts, error)) return {};
    if (hosts.empty()) *error = "no host in '" + text + "'";
    return hosts;
}

std::vector<Host> hosts_listed(const std::string &text, std::string *error) {
    std::vector<Host> hosts;
    if (!take_list(text, hosts, error)) return {};
    return hosts;
}

} // namespace polder::run
