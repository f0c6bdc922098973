// Job parts: what the classes of the controller that deal with all agents have in common. The
// controller owns them, and they outlive those classes.
#pragma once

namespace polder::run {

class AgentTable;
class Assembly;
class JobObserver;
class JobStreams;
struct JobPlan;

struct JobParts {
    const JobPlan &plan;
    AgentTable &agents;
    Assembly &assembly;
    JobStreams &streams;
    JobObserver &people;
};

} // namespace polder::run
