// Copies of the private sections, one a thread of the process but the first. A thread's delta is
// one number for all modules, so a delta is found by trial. Shifted by it, the sections of every
// module must fall on free addresses. With one module any free place will do. Copies are made
// before the program's code runs, so they hold the initial values; bss stays untouched zero pages.
// Pages at a section's ends also hold neighbours: in a copy these bytes are never used.
//
// Where the program's variables are remotely accessible (image.h), a copy lies at the image's place
// in its thread's segment. So a variable has one offset in the segments of all threads, whether
// they are processes or threads of one.
#include "runtime/debug/layout.h"
#include "runtime/start/image.h"
#include "runtime/start/start.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

// The leak sanitizer looks for pointers in globals and stacks; the copies are globals too.
extern "C" void __lsan_register_root_region(const void *begin, std::size_t size) __attribute__((weak));

namespace polder::start {

namespace {

struct Range {
    std::uintptr_t begin; // whole pages
    std::uintptr_t end;   // whole pages
};

constexpr unsigned max_ranges = 3 * 64;

struct Ranges {
    Range list[max_ranges];
    unsigned count;
    unsigned modules;
};

void add(Ranges &ranges, const char *begin, const char *end, std::uintptr_t page) {
    if (begin == end) return;
    if (ranges.count == max_ranges) job_fail(1, "more than 64 libraries with UPC code");
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(begin) & ~(page - 1);
    const std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(end) + page - 1) & ~(page - 1);
    for (unsigned i = 0; i < ranges.count; ++i) { // sections that share a page are one range
        Range &other = ranges.list[i];
        if (first < other.end && other.begin < last) {
            other.begin = first < other.begin ? first : other.begin;
            other.end = last > other.end ? last : other.end;
            return;
        }
    }
    ranges.list[ranges.count++] = {first, last};
}

Ranges collect() {
    Ranges ranges{};
    const std::uintptr_t page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    for (const polder_module *module = polder_modules; module; module = module->next) {
        const unsigned before = ranges.count;
        add(ranges, module->data_begin, module->data_end, page);
        add(ranges, module->bss_begin, module->bss_end, page);
        add(ranges, module->ro_begin, module->ro_end, page);
        ranges.modules += ranges.count != before;
    }
    return ranges;
}

constexpr int map_flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

// MAP_FIXED_NOREPLACE is only a hint to kernels before 4.17: the address is looked at.
bool map_at(std::uintptr_t address, std::size_t size) {
    void *wanted = reinterpret_cast<void *>(address);
    void *memory = mmap(wanted, size, PROT_READ | PROT_WRITE, map_flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory == wanted) return true;
    if (memory != MAP_FAILED) munmap(memory, size);
    return false;
}

bool try_delta(const Ranges &ranges, long delta) {
    for (unsigned i = 0; i < ranges.count; ++i) {
        const Range &range = ranges.list[i];
        if (map_at(range.begin + static_cast<std::uintptr_t>(delta), range.end - range.begin)) continue;
        while (i-- > 0) {
            const Range &mapped = ranges.list[i];
            munmap(reinterpret_cast<void *>(mapped.begin + static_cast<std::uintptr_t>(delta)),
                   mapped.end - mapped.begin);
        }
        return false;
    }
    return true;
}

// One module: the kernel chooses where its ranges go together.
bool place_anywhere(const Ranges &ranges, long *delta) {
    std::uintptr_t low = ~std::uintptr_t{0};
    std::uintptr_t high = 0;
    for (unsigned i = 0; i < ranges.count; ++i) {
        low = ranges.list[i].begin < low ? ranges.list[i].begin : low;
        high = ranges.list[i].end > high ? ranges.list[i].end : high;
    }
    void *memory = mmap(nullptr, high - low, PROT_READ | PROT_WRITE, map_flags, -1, 0);
    if (memory == MAP_FAILED) return false;
    *delta = static_cast<long>(reinterpret_cast<std::uintptr_t>(memory) - low);
    return true;
}

// Several modules: steps away from the program's own addresses, down and up. Coarse steps come
// first, so that no heap or library that grows is hindered, then fine ones.
bool place_by_trial(const Ranges &ranges, long *delta) {
    static long next[2] = {0, 0};
    static const long steps[2] = {1L << 36, 1L << 28};
    for (int fineness = 0; fineness < 2; ++fineness)
        for (; next[fineness] < 4096; ++next[fineness]) {
            const long distance = (next[fineness] / 2 + 1) * steps[fineness];
            const long candidate = next[fineness] % 2 ? distance : -distance;
            if (try_delta(ranges, candidate)) {
                ++next[fineness];
                *delta = candidate;
                return true;
            }
        }
    return false;
}

// The program's sections lie in the image, which the segment has room for. Those of libraries with
// UPC code follow at the same distance, if that is free.
bool place_in_segment(const Ranges &ranges, unsigned thread, long *delta) {
    const ImagePlace &image = image_place();
    *delta = image_distance(thread);
    for (unsigned i = 0; i < ranges.count; ++i) {
        const Range &range = ranges.list[i];
        const bool in_image = range.begin >= image.first && range.end <= image.first + image.bytes;
        if (!in_image && !map_at(range.begin + static_cast<std::uintptr_t>(*delta), range.end - range.begin))
            return false;
    }
    return true;
}

bool place(const Ranges &ranges, unsigned thread, long *delta) {
    if (image_place().bytes) return place_in_segment(ranges, thread, delta);
    return ranges.modules == 1 ? place_anywhere(ranges, delta) : place_by_trial(ranges, delta);
}

bool in_private(const polder_module &module, const char *slot) {
    return (slot >= module.data_begin && slot < module.data_end) || (slot >= module.ro_begin && slot < module.ro_end);
}

void fill(long delta) {
    for (const polder_module *module = polder_modules; module; module = module->next) {
        std::memcpy(module->data_begin + delta, module->data_begin,
                    static_cast<std::size_t>(module->data_end - module->data_begin));
        std::memcpy(module->ro_begin + delta, module->ro_begin,
                    static_cast<std::size_t>(module->ro_end - module->ro_begin));
    }
    for (const polder_module *module = polder_modules; module; module = module->next)
        for (const polder_reloc *reloc = module->reloc_begin; reloc != module->reloc_end; ++reloc) {
            char *slot = reinterpret_cast<char *>(reinterpret_cast<std::uintptr_t>(reloc->slot));
            if (reloc->owner && in_private(*module, slot)) // not +=: a slot may be listed by several units
                *reinterpret_cast<long *>(slot + delta) = *reinterpret_cast<long *>(slot) + delta;
        }
}

void tell_leak_sanitizer(long delta) {
    if (!__lsan_register_root_region) return;
    for (const polder_module *module = polder_modules; module; module = module->next) {
        if (module->data_begin != module->data_end)
            __lsan_register_root_region(module->data_begin + delta,
                                        static_cast<std::size_t>(module->data_end - module->data_begin));
        if (module->bss_begin != module->bss_end)
            __lsan_register_root_region(module->bss_begin + delta,
                                        static_cast<std::size_t>(module->bss_end - module->bss_begin));
    }
}

} // namespace

void copies_make(unsigned count, long *deltas) {
    deltas[0] = 0;
    debug::debugger_publish(deltas);
    if (count == 1) return;
    const Ranges ranges = collect();
    const unsigned first = control().shape.first_thread(job_process);
    for (unsigned i = 1; i < count; ++i) {
        if (!place(ranges, first + i, &deltas[i]))
            job_fail(1,
                     "no address space for the private data of %u threads in one process (%s); use more processes: "
                     "upcrun -p",
                     count, std::strerror(errno));
        fill(deltas[i]);
        tell_leak_sanitizer(deltas[i]);
    }
}

} // namespace polder::start
