// Texts: how messages about a job of several nodes name its nodes, their threads and durations.
#pragma once

#include <cstdint>
#include <string>

namespace polder::run {

struct JobPlan;

std::string node_text(const JobPlan &plan, unsigned node); // "host ns2 (node 1)"
// "threads 2-3"; word: "thread", or what the program calls them.
std::string node_threads_text(const JobPlan &plan, unsigned node, const char *word);
std::string seconds_text(std::int64_t ns); // "1.5 s"

} // namespace polder::run
