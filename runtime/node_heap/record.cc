// What is written into records of blocks; see record.h. Reading and writing memory is the callers'.
#include "runtime/node_heap/record.h"

#include "runtime/core/job.h"
#include "runtime/heap/heap.h"
#include "runtime/module/module.h"

#include <polder/check.h>

#include <initializer_list>
#include <link.h>

namespace polder::node_heap {

POLDER_PRIVATE CallPlace call_place = {nullptr, 0, 0};
bool heaps_checked = false;

namespace {

// ---- sites: image + 1, then the place in the image in units of a constant's alignment ----

constexpr unsigned place_bits = 27;
constexpr std::uint32_t place_mask = (std::uint32_t{1} << place_bits) - 1;
constexpr unsigned most_images = (1U << (32 - place_bits)) - 1;

struct Image {
    std::uintptr_t begin;
    std::uintptr_t end;
};
Image images[most_images]; // those of modules, in the order of these
unsigned image_count = 0;

struct ImageSearch {
    std::uintptr_t around;
    Image found;
};

int look_at_image(dl_phdr_info *info, std::size_t, void *data) {
    ImageSearch &search = *static_cast<ImageSearch *>(data);
    constexpr std::uintptr_t page = 4096;
    Image image = {~std::uintptr_t{0}, 0};
    bool inside = false;
    for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
        const auto &part = info->dlpi_phdr[i];
        if (part.p_type != PT_LOAD) continue;
        const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
        const std::uintptr_t end = begin + part.p_memsz;
        inside = inside || search.around - begin < part.p_memsz;
        image.begin = begin < image.begin ? begin / page * page : image.begin;
        image.end = end > image.end ? end : image.end;
    }
    if (inside) search.found = image;
    return inside;
}

std::uint32_t site_of(const polder_place *place) {
    const auto at = reinterpret_cast<std::uintptr_t>(place);
    for (unsigned i = 0; i < image_count; ++i) {
        if (at - images[i].begin >= images[i].end - images[i].begin) continue;
        const std::uintptr_t unit = (at - images[i].begin) / alignof(polder_place);
        return unit <= place_mask ? (i + 1) << place_bits | static_cast<std::uint32_t>(unit) : 0;
    }
    return 0;
}

// ---- records ----

constexpr std::uint32_t freed_bit = std::uint32_t{1} << 31; // of the slack

std::uint32_t checksum(const BlockRecord &record, polder_ga block) {
    std::uint64_t sum = block + 0x9E3779B97F4A7C15u;
    for (const std::uint32_t word : {record.made, record.freed, record.slack})
        sum = (sum ^ word) * 0xD6E8FEB86659FD93u;
    return static_cast<std::uint32_t>(sum >> 32);
}

} // namespace

void sites_start() {
    if (!heaps_checked) return;
    for (const polder_module *m = polder_modules; m && image_count < most_images; m = m->next) {
        ImageSearch search = {reinterpret_cast<std::uintptr_t>(m), {0, 0}};
        dl_iterate_phdr(look_at_image, &search);
        images[image_count++] = search.found;
    }
}

const polder_place *site_place(std::uint32_t site) {
    const std::uint32_t image = (site >> place_bits) - 1;
    if (site == 0 || image >= image_count) return nullptr;
    const std::uintptr_t at = images[image].begin + (site & place_mask) * alignof(polder_place);
    return at + sizeof(polder_place) <= images[image].end ? reinterpret_cast<const polder_place *>(at) : nullptr;
}

std::size_t aligned_alike(std::size_t bytes, std::size_t more) {
    const std::size_t unit = bytes % 128 == 0 ? 128 : bytes % 64 == 0 ? 64 : 16;
    if (bytes == 0 || bytes > SIZE_MAX / 2) return 0;
    return (bytes + more + unit - 1) / unit * unit;
}

std::size_t with_record(std::size_t bytes, std::size_t record) {
    const std::size_t whole = aligned_alike(bytes, record);
    return whole ? heap::heap_size_for(whole) : 0;
}

SymmetricRecord record_made(polder_ga block, std::size_t size, std::size_t bytes) {
    const CallPlace &call = local(call_place);
    SymmetricRecord made = {};
    made.shape.blocks = call.blocks;
    made.shape.block = call.block;
    made.shape.least = call.block ? call.blocks / threads() * call.block : bytes;
    made.record.made = site_of(call.place);
    made.record.slack = static_cast<std::uint32_t>(size - bytes);
    made.record.check = checksum(made.record, block);
    call_place_forget();
    return made;
}

bool record_is_right(const BlockRecord &record, polder_ga block) {
    return record.check == checksum(record, block);
}

bool record_is_live(const BlockRecord &record, polder_ga block) {
    return !(record.slack & freed_bit) && record_is_right(record, block);
}

bool record_say_freed(BlockRecord *record, polder_ga block) {
    if (!record_is_live(*record, block)) return false;
    record->freed = site_of(local(call_place).place);
    record->slack |= freed_bit;
    record->check = checksum(*record, block);
    return true;
}

std::uint64_t record_bytes(const BlockRecord &record, std::uint64_t size) {
    const std::uint64_t slack = record.slack & ~freed_bit;
    return slack <= size ? size - slack : size;
}

void call_place_forget() {
    local(call_place) = {};
}

} // namespace polder::node_heap
