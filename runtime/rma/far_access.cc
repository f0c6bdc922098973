// Accesses of generated code to shared memory that may not be on this node (include/polder/abi.h). What is near after all (tests let
// generated code take other processes' memory for far) is copied in place.
#include "runtime/net/net.h"
#include "runtime/rma/far.h"
#include "runtime/sync/far_lock.h"
#include "runtime/segment/segment.h"

#include <polder/abi.h>

#include <cstring>

using namespace polder;

namespace {

template <class T> T get(polder_ga from) {
    T value;
    polder_far_get(&value, from, sizeof value);
    return value;
}

template <class T> void put(polder_ga to, T value) {
    polder_far_put(to, &value, sizeof value);
}

} // namespace

extern "C" {

void polder_far_get(void *into, polder_ga from, unsigned long size) {
    if (size == 0) return;
    far_check("read", from, size);
    if (ga_is_near(from))
        std::memcpy(into, near_pointer(from), size);
    else
        far_get(into, from, size);
}
void polder_far_put(polder_ga to, const void *from, unsigned long size) {
    if (size == 0) return;
    far_check("write", to, size);
    if (ga_is_near(to))
        std::memcpy(near_pointer(to), from, size);
    else
        far_put(to, from, size);
}

unsigned char polder_far_get1(polder_ga from) { return get<unsigned char>(from); }
unsigned short polder_far_get2(polder_ga from) { return get<unsigned short>(from); }
unsigned int polder_far_get4(polder_ga from) { return get<unsigned int>(from); }
unsigned long polder_far_get8(polder_ga from) { return get<unsigned long>(from); }

void polder_far_put1(polder_ga to, unsigned char value) { put(to, value); }
void polder_far_put2(polder_ga to, unsigned short value) { put(to, value); }
void polder_far_put4(polder_ga to, unsigned int value) { put(to, value); }
void polder_far_put8(polder_ga to, unsigned long value) { put(to, value); }

void polder_far_fence() {
    if (!net_on()) return;
    far_fence();
    far_locks_settle();
}

void polder_far_get_strict(void *into, polder_ga from, unsigned long size) {
    polder_fence();
    polder_far_fence(); // polder_fence has it only where generated code has several nodes
    polder_far_get(into, from, size);
    polder_fence();
}
void polder_far_put_strict(polder_ga to, const void *from, unsigned long size) {
    polder_fence();
    polder_far_fence();
    polder_far_put(to, from, size);
    polder_far_fence();
    polder_fence();
}

} // extern "C"
