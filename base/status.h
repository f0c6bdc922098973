// Status: what an operation of ours reports. Must be looked at. `again` is back-pressure, a value
// like ok, not an error. The function that first knows the cause of an error logs it (base/log.h)
// or fails the job; the others only return it.
#pragma once

namespace polder {

enum class [[nodiscard]] Status : int{
    ok,
    again, // nothing wrong, nothing done: try later
    no_memory,
    no_support, // this machine, kernel or container does not offer it
    bad_argument,
    system_error // a system call failed; errno was logged
};

inline bool is_ok(Status status) {
    return status == Status::ok;
}

} // namespace polder
