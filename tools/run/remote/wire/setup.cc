// Packs and unpacks what an agent has to know, field by field.
#include "tools/run/remote/wire/setup.h"
#include "base/config.h"
#include "tools/run/cli/environment.h"
#include "tools/run/cli/options.h"
#include "tools/run/plan/plan.h"
#include "tools/run/remote/wire/pack.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder::run {

namespace {

constexpr unsigned settings = static_cast<unsigned>(Setting::count);

// Processes of the program read these two as well, and know the environment only.
void take_command_line(Setting setting, const char *text) {
    setting_override(setting, text);
    if (setting == Setting::interface || setting == Setting::lost_after) setenv(setting_variable(setting), text, 1);
}

std::string working_folder() {
    char *path = getcwd(nullptr, 0);
    const std::string folder = path ? path : ".";
    std::free(path);
    return folder;
}

} // namespace

std::string Setup::pack_common() const {
    Packer packer;
    packer.add(static_cast<std::uint32_t>(first.size()));
    for (const unsigned thread : first)
        packer.add(thread);
    packer.add(hosts)
        .add(environment)
        .add(command_line)
        .add(folder)
        .add(program)
        .add(arguments)
        .add(lost_after_s)
        .add(std::uint32_t{one_machine});
    return packer.take();
}

std::string Setup::pack(const std::string &common) const {
    return Packer().add(shape).add(sharing).add(shared_heap).take() + common;
}

bool Setup::unpack(std::string_view bytes, Setup *setup) {
    Unpacker from(bytes);
    setup->shape = from.get<JobShape>();
    setup->sharing = from.get<unsigned>();
    setup->shared_heap = from.text();
    for (std::uint32_t left = from.get<std::uint32_t>(); left && from.good(); --left)
        setup->first.push_back(from.get<unsigned>());
    setup->hosts = from.list();
    setup->environment = from.list();
    setup->command_line = from.list();
    setup->folder = from.text();
    setup->program = from.text();
    setup->arguments = from.list();
    setup->lost_after_s = from.get<double>();
    setup->one_machine = from.get<std::uint32_t>() != 0;
    const JobShape &shape = setup->shape;
    return from.good() && shape.nodes >= 1 && shape.node < shape.nodes && setup->first.size() == shape.nodes + 1 &&
           setup->hosts.size() == shape.nodes && shape.threads >= 1 && shape.processes >= 1 &&
           shape.processes <= shape.threads;
}

JobShape shape_of_node(const JobPlan &plan, unsigned node) {
    const PlannedNode &planned = plan.nodes[node];
    const unsigned nodes = static_cast<unsigned>(plan.nodes.size());
    return {planned.threads, planned.processes, planned.first, node, nodes, nodes > 1 ? plan.threads : 0};
}

Setup setup_of(const Options &options, const JobPlan &plan, const std::string &program) {
    Setup setup;
    setup.shape = shape_of_node(plan, 0);
    for (const PlannedNode &node : plan.nodes) {
        setup.first.push_back(node.first);
        setup.hosts.push_back(node.name);
    }
    setup.first.push_back(plan.threads);
    for (unsigned i = 0; i < settings; ++i) {
        const Setting setting = static_cast<Setting>(i);
        if (setting == Setting::hosts || setting == Setting::nodes)
            continue; // a job that the program starts is not meant
        const std::string entry = std::string(setting_variable(setting)) + '=' + setting_text(setting);
        if (setting_source(setting) == SettingSource::environment) setup.environment.push_back(entry);
        if (setting_source(setting) == SettingSource::command_line) setup.command_line.push_back(entry);
    }
    const std::vector<std::string> asked = program_environment(options);
    setup.environment.insert(setup.environment.end(), asked.begin(), asked.end());
    setup.folder = working_folder();
    setup.program = program;
    for (char **word = options.program; word && *word; ++word)
        setup.arguments.push_back(*word);
    setup.lost_after_s = setting_seconds(Setting::lost_after);
    setup.one_machine =
        std::all_of(plan.nodes.begin(), plan.nodes.end(), [](const PlannedNode &node) { return node.local; });
    return setup;
}

bool setup_apply(const Setup &setup, std::string *error) {
    environment_take(setup.environment);
    for (const std::string &entry : setup.command_line)
        for (unsigned i = 0; i < settings; ++i) {
            const std::string name = setting_variable(static_cast<Setting>(i));
            if (!entry.compare(0, name.size() + 1, name + '='))
                take_command_line(static_cast<Setting>(i),
                                  strdup(entry.c_str() + name.size() + 1)); // settings keep the text
        }
    if (!setup.shared_heap.empty()) setting_override(Setting::shared_heap, strdup(setup.shared_heap.c_str()));
    if (chdir(setup.folder.c_str()) == 0) return true;
    *error = "cannot change to the folder '" + setup.folder + "': " + std::strerror(errno) +
             "; a job runs in the same folder on all hosts";
    return false;
}

} // namespace polder::run
