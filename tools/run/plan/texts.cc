// Names of nodes, threads and durations in messages (texts.h).
#include "tools/run/plan/texts.h"
#include "tools/run/plan/plan.h"

#include <cstdio>

namespace polder::run {

std::string node_text(const JobPlan &plan, unsigned node) {
    const std::string number = plan.nodes.size() > 1 ? " (node " + std::to_string(node) + ')' : "";
    return "host " + plan.nodes[node].name + number;
}

std::string node_threads_text(const JobPlan &plan, unsigned node, const char *word) {
    const unsigned first = plan.nodes[node].first;
    const unsigned last = first + plan.nodes[node].threads - 1;
    const std::string words = std::string(word) + (first == last ? " " : "s ");
    return words + std::to_string(first) + (first == last ? "" : '-' + std::to_string(last));
}

std::string seconds_text(std::int64_t ns) {
    char text[32];
    std::snprintf(text, sizeof text, "%g s", static_cast<double>(ns) * 1e-9);
    return text;
}

} // namespace polder::run
