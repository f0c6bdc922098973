// Regions. A region is described by a memory file: which parts of which files lie where. Others
// read the description and map the same parts; they find it by the key.
#include "conduits/smp/smp.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace polder {

namespace {

constexpr unsigned most_pieces = 16384; // what nobody writes takes no memory

struct Piece {
    std::uint64_t begin;
    std::uint64_t bytes;
    std::uint64_t offset;
    std::int32_t fd; // + 1, of the owner
    std::int32_t unused;
};
struct Description {
    std::uint32_t count;
    std::int32_t serial;
    std::uint64_t begin;
    std::uint64_t bytes;
    Piece piece[most_pieces];
};

struct Mapping { // a line of /proc/self/maps
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t offset;
    std::uint64_t inode;
    unsigned major;
    unsigned minor;
};

bool parse_line(const char *line, Mapping *m) {
    char shared;
    return std::sscanf(line, "%" SCNx64 "-%" SCNx64 " %*c%*c%*c%c %" SCNx64 " %x:%x %" SCNu64, &m->begin, &m->end,
                       &shared, &m->offset, &m->major, &m->minor, &m->inode) == 7 &&
           shared == 's' && m->inode;
}

// A descriptor of ours for that file; -1.
int descriptor_of(const Mapping &m) {
    DIR *folder = opendir("/proc/self/fd");
    int found = -1;
    while (const dirent *entry = folder && found < 0 ? readdir(folder) : nullptr) {
        struct stat about;
        const int fd = std::atoi(entry->d_name);
        if (entry->d_name[0] == '.' || fstat(fd, &about)) continue;
        if (about.st_ino == m.inode && major(about.st_dev) == m.major && minor(about.st_dev) == m.minor) found = fd;
    }
    if (folder) closedir(folder);
    return found;
}

// Gaps between the pieces stay gaps: nobody may touch them, there as here.
bool describe(Description &d, std::uint64_t begin, std::uint64_t end) {
    std::FILE *maps = std::fopen("/proc/self/maps", "re");
    char line[512];
    std::uint64_t reached = begin;
    bool good = maps;
    while (good && reached < end && std::fgets(line, sizeof line, maps)) {
        Mapping m;
        if (!parse_line(line, &m) || m.end <= reached || m.begin >= end) continue;
        if (m.begin > reached) reached = m.begin;
        const std::uint64_t until = m.end < end ? m.end : end;
        const int fd = d.count < most_pieces ? descriptor_of(m) : -1;
        if ((good = fd >= 0))
            d.piece[d.count++] = {reached, until - reached, m.offset + (reached - m.begin), fd + 1, 0};
        reached = until;
    }
    if (maps) std::fclose(maps);
    return good && d.count;
}

bool map_pieces(const Description &d, const SmpKey &key, unsigned char *here) {
    std::uint64_t reached = d.begin;
    for (std::uint32_t i = 0; i < d.count && i < most_pieces; ++i) {
        const Piece &piece = d.piece[i];
        if (piece.begin < reached || piece.begin > d.begin + d.bytes || piece.bytes > d.begin + d.bytes - piece.begin)
            return false;
        const int fd = smp_open({key.pid, piece.fd});
        void *at = fd < 0 ? MAP_FAILED
                          : mmap(here + (piece.begin - d.begin), piece.bytes, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd, static_cast<off_t>(piece.offset));
        if (fd >= 0) close(fd);
        if (at == MAP_FAILED) return false;
        reached = piece.begin + piece.bytes;
    }
    return true;
}

SmpMap *find(SmpEnd &end, const SmpKey &key) {
    for (SmpMap *map = end.maps.load(std::memory_order_acquire); map; map = map->next)
        if (map->pid == key.pid && map->fd == key.fd && map->serial == key.serial) return map;
    return nullptr;
}

SmpMap *make(SmpEnd &end, const SmpKey &key) {
    auto *d = static_cast<Description *>(smp_map({key.pid, key.fd}, sizeof(Description)));
    if (!d) return nullptr;
    const std::uint64_t begin = d->begin;
    const std::uint64_t bytes = d->bytes;
    void *here = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    auto *map = here == MAP_FAILED ? nullptr : static_cast<SmpMap *>(std::calloc(1, sizeof(SmpMap)));
    const bool good = map && d->serial == key.serial && map_pieces(*d, key, static_cast<unsigned char *>(here));
    munmap(d, sizeof(Description));
    if (!good) {
        std::free(map);
        if (here != MAP_FAILED) munmap(here, bytes);
        return nullptr;
    }
    *map = {end.maps.load(std::memory_order_relaxed), begin, bytes, key.pid, key.fd, key.serial,
            static_cast<unsigned char *>(here)};
    end.maps.store(map, std::memory_order_release);
    return map;
}

struct Region {
    Description *description;
    int fd;
};

} // namespace

Status smp_register(Conduit &conduit, void *at, std::size_t bytes, ConduitRegion **region, ConduitKey *key) {
    SmpEnd &end = smp(conduit);
    SmpPlace place;
    auto *made = static_cast<Region *>(std::malloc(sizeof(Region)));
    auto *d = made ? static_cast<Description *>(smp_create(sizeof(Description), &place)) : nullptr;
    if (!d) {
        std::free(made);
        return Status::no_memory;
    }
    const auto begin = reinterpret_cast<std::uint64_t>(at);
    const auto first = begin & ~std::uint64_t{4095};
    const std::uint64_t last = (begin + bytes + 4095) & ~std::uint64_t{4095};
    if (!describe(*d, first, last)) {
        munmap(d, sizeof(Description));
        close(place.fd - 1);
        std::free(made);
        return Status::no_support;
    }
    {
        LoopbackGuard guard(end);
        d->serial = ++end.serials;
    }
    d->begin = first;
    d->bytes = last - first;
    *made = {d, place.fd - 1};
    const SmpKey mine{place.pid, place.fd, d->serial};
    *key = {};
    std::memcpy(key->bytes, &mine, sizeof mine);
    *region = reinterpret_cast<ConduitRegion *>(made);
    return Status::ok;
}

void smp_unregister(Conduit &, ConduitRegion *region) {
    auto *made = reinterpret_cast<Region *>(region);
    munmap(made->description, sizeof(Description));
    close(made->fd);
    std::free(made);
}

unsigned char *smp_reach(SmpEnd &end, const ConduitKey &bytes_of_key, std::uint64_t remote, std::size_t bytes) {
    SmpKey key;
    std::memcpy(&key, bytes_of_key.bytes, sizeof key);
    SmpMap *map = find(end, key);
    if (!map) {
        LoopbackGuard guard(end);
        if (!(map = find(end, key))) map = make(end, key);
    }
    if (!map || remote < map->begin || remote - map->begin > map->bytes || bytes > map->bytes - (remote - map->begin))
        return nullptr;
    return key.pid == end.place.pid ? reinterpret_cast<unsigned char *>(static_cast<std::uintptr_t>(remote))
                                    : map->here + (remote - map->begin);
}

void smp_close_maps(SmpEnd &end) {
    for (SmpMap *map = end.maps.load(std::memory_order_relaxed), *next; map; map = next) {
        next = map->next;
        munmap(map->here, map->bytes);
        std::free(map);
    }
}

} // namespace polder
