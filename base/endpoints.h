// How many ends a process opens: one, or one more for each of its threads (POLDER_ENDPOINTS). Said
// here for the runtime, which opens them, and for tools, which say so.
//
//   process  all threads use one end, under its lock. A leader's is also the target of others
//   thread   transfers of a thread go by an end that nobody else uses
//   auto     thread where threads of a process would wait for each other, else process
#pragma once

namespace polder {

enum class Endpoints { process, thread, automatic, unknown };

struct EndpointChoice {
    bool thread;     // one more for each thread
    const char *why; // never null
};

// The words of the variable; unknown: another word.
Endpoints endpoints_wanted(const char *text);

// Of a process with so many UPC threads. shared: several threads may call its end, thus it has a
// lock.
EndpointChoice endpoints_choose(Endpoints wanted, unsigned threads, bool shared);
inline const char *endpoints_text(EndpointChoice choice) {
    return choice.thread ? "one for each thread" : "one for each process";
}

} // namespace polder
