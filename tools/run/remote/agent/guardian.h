// Guardian: a process between an agent on another machine and what started it (ssh). It lets ssh go
// as soon as the agent is connected, so that a job of thousands of hosts does not hold thousands of
// connections. It stays as the agent's parent. Nobody else on that machine would notice that the
// agent was stopped, and its processes would stay for ever. An agent stopped for longer than the
// limit is killed, and with it its processes.
#pragma once

namespace polder::run {

// Comes back in the agent, in a session of its own, with standard input and output of nobody. The
// process that called is gone then.
void guardian_begin(double lost_after_s);

} // namespace polder::run
