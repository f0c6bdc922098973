// Makes the list of variables for the program; a name without a value is looked up here.
#include "tools/run/cli/environment.h"

#include "base/config.h"
#include "tools/run/cli/options.h"

#include <cstdlib>
#include <unistd.h>

namespace polder::run {

namespace {

// NAME, NAME=value, ALL.
void add_exported(const std::string &wanted, std::vector<std::string> &list) {
    for (std::size_t at = 0; at < wanted.size();) {
        std::size_t end = wanted.find(',', at);
        if (end == std::string::npos) end = wanted.size();
        const std::string name = wanted.substr(at, end - at);
        at = end + 1;
        if (name == "ALL")
            for (char **entry = environ; *entry; ++entry)
                list.push_back(*entry);
        else if (name.find('=') != std::string::npos)
            list.push_back(name);
        else if (const char *value = std::getenv(name.c_str()))
            list.push_back(name + '=' + value);
    }
}

} // namespace

std::vector<std::string> program_environment(const Options &options) {
    std::vector<std::string> list;
    add_exported(setting_text(Setting::exported), list);
    list.insert(list.end(), options.environment.begin(), options.environment.end());
    return list;
}

void environment_take(const std::vector<std::string> &entries) {
    for (const std::string &entry : entries) {
        const std::size_t equals = entry.find('=');
        if (equals != std::string::npos && equals > 0)
            setenv(entry.substr(0, equals).c_str(), entry.c_str() + equals + 1, 1);
    }
}

} // namespace polder::run
