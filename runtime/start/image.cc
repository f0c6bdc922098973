// Moving the program's static variables into the segment; see image.h.
#include "runtime/start/image.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

// Defined by the front end that wants the image moved, in the archive that only its programs link.
// It is advice to somebody who starts several threads in a process that has variables for one.
extern "C" const char polder_wants_image[] __attribute__((weak, visibility("hidden")));

namespace polder::start {
namespace {

ImagePlace place;
std::uintptr_t file_end; // what lies behind it is zero until somebody writes there

std::uintptr_t page_bytes() {
    return static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
}
std::uintptr_t page_up(std::uintptr_t address) {
    return (address + page_bytes() - 1) & ~(page_bytes() - 1);
}
std::uintptr_t page_down(std::uintptr_t address) {
    return address & ~(page_bytes() - 1);
}
void *pointer(std::uintptr_t address) {
    return reinterpret_cast<void *>(address);
}

// The first object is the program. Writable segments are neighbours, the part that becomes
// read-only in front.
int find_image(dl_phdr_info *info, std::size_t, void *) {
    std::uintptr_t begin = UINTPTR_MAX;
    std::uintptr_t end = 0;
    std::uintptr_t read_only_end = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) &part = info->dlpi_phdr[i];
        const std::uintptr_t at = info->dlpi_addr + part.p_vaddr;
        if (part.p_type == PT_GNU_RELRO) read_only_end = page_down(at + part.p_memsz);
        if (part.p_type != PT_LOAD || !(part.p_flags & PF_W)) continue;
        if (at < begin) begin = at;
        if (at + part.p_memsz > end) end = at + part.p_memsz;
        if (at + part.p_filesz > file_end) file_end = at + part.p_filesz;
    }
    if (begin < read_only_end) begin = read_only_end;
    if (begin >= end) return 1;
    place.first = page_down(begin);
    place.bytes = page_up(end) - place.first;
    return 1;
}

// Pages behind the file's part that nobody has written need not be copied, and reading them would
// take memory. Without /proc every page counts as written.
class Written {
public:
    Written() : map_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}
    ~Written() {
        if (map_ >= 0) close(map_);
    }
    Written(const Written &) = delete;
    Written &operator=(const Written &) = delete;

    bool at(std::uintptr_t page) {
        const std::uintptr_t number = page / page_bytes();
        if (number - first_ >= count_) read(number);
        if (number - first_ >= count_) return true;
        constexpr std::uint64_t present_or_swapped = std::uint64_t{3} << 62;
        return (entries_[number - first_] & present_or_swapped) != 0;
    }

private:
    void read(std::uintptr_t number) {
        count_ = 0;
        if (map_ < 0) return;
        const ssize_t got = pread(map_, entries_, sizeof entries_, static_cast<off_t>(number * sizeof(std::uint64_t)));
        first_ = number;
        if (got > 0) count_ = static_cast<std::size_t>(got) / sizeof(std::uint64_t);
    }
    int map_;
    std::uintptr_t first_ = 0;
    std::size_t count_ = 0;
    std::uint64_t entries_[512];
};

void copy_written(char *to, std::uintptr_t from, std::size_t bytes) {
    Written written;
    for (std::size_t at = 0; at < bytes; at += page_bytes())
        if (from + at < file_end || written.at(from + at)) std::memcpy(to + at, pointer(from + at), page_bytes());
}

// ---- fork ----

// Images of all threads of the process, one behind the other. Made by the parent before the fork,
// so that they are those of that moment; the child puts each where its variables are.
//
// Thread-local: the child reads it while the static variables are still the parent's, which may
// have forked once more by then. Thread-local memory is the child's own from the fork on. So
// several threads may fork at once, too.
__thread char *snapshot = nullptr;

unsigned images() {
    return control().shape.thread_count(job_process);
}
char *image_of(unsigned local) {
    if (local == 0) return static_cast<char *>(pointer(place.first));
    return static_cast<char *>(segment_of(control().shape.first_thread(job_process) + local)) + place.offset;
}

bool all_zero(const char *page) {
    const auto *words = reinterpret_cast<const unsigned long *>(page);
    for (std::size_t i = 0; i < page_bytes() / sizeof *words; ++i)
        if (words[i]) return false;
    return true;
}

void copy_image(char *to, const char *image) {
    for (std::size_t at = 0; at < place.bytes; at += page_bytes())
        if (!all_zero(image + at)) std::memcpy(to + at, image + at, page_bytes());
}

void before_fork() {
    void *const room = mmap(nullptr, images() * place.bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    snapshot = room == MAP_FAILED ? nullptr : static_cast<char *>(room);
    for (unsigned i = 0; snapshot && i < images(); ++i)
        copy_image(snapshot + i * place.bytes, image_of(i));
}
void after_fork_in_parent() {
    if (snapshot) munmap(snapshot, images() * place.bytes);
}

bool move_snapshot(char *from, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
        if (mremap(from + i * place.bytes, place.bytes, place.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, image_of(i)) ==
            MAP_FAILED)
            return false;
    return true;
}

// Nothing may be written to a static variable before the pages are the child's own.
void after_fork_in_child() {
    if (snapshot && move_snapshot(snapshot, images())) return;
    static const char text[] = "polder: no memory for the static variables of a child process\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(2);
    _exit(1);
}

} // namespace

std::size_t image_lay_out(std::size_t static_bytes, std::uint64_t *hash) {
    if (!polder_wants_image) return static_bytes;
    dl_iterate_phdr(find_image, nullptr);
    if (!place.bytes) return static_bytes;
    const std::size_t before = page_up(static_bytes);
    place.offset = segment_static_offset() + before;
    *hash = (*hash ^ place.bytes) * 0x100000001b3u + file_end % page_bytes();
    return before + place.bytes;
}

// mremap with an old size of 0 makes a second mapping of shared memory, whatever backs it.
void image_move() {
    if (!place.bytes) return;
    char *const room = static_cast<char *>(segment_of(control().shape.first_thread(job_process))) + place.offset;
    copy_written(room, place.first, place.bytes);
    if (mremap(room, 0, place.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(place.first)) == MAP_FAILED)
        job_fail(1, "cannot map the program's static variables (%zu bytes) into shared memory: %s", place.bytes,
                 std::strerror(errno));
    madvise(pointer(place.first), place.bytes, MADV_DODUMP);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

const ImagePlace &image_place() {
    return place;
}

const char *image_advice() {
    return polder_wants_image;
}

long image_distance(unsigned thread) {
    const auto there = reinterpret_cast<std::uintptr_t>(segment_of(thread)) + place.offset;
    return static_cast<long>(there - place.first);
}

} // namespace polder::start
