#include "runtime/rpc/piggyback.h"

#include "base/copy_once.h"
#include "runtime/segment/segment.h"

#include <cstring>

namespace polder {

namespace {

bool is_here(polder_ga at, std::size_t bytes) {
    return ga_is_near(at) && bytes <= polder_job.length && ga_is_near(at + bytes - 1);
}

} // namespace

void CargoLoader::add(polder_ga to, const void *from, std::size_t bytes) {
    char *end = cargo.pieces + cargo.bytes;
    if (last && last->to + last->bytes == to && last->bytes % 8 == 0) {
        last->bytes += bytes;
    } else {
        last = reinterpret_cast<CargoPiece *>(end);
        *last = {to, bytes};
        end += sizeof(CargoPiece);
    }
    const std::size_t padded = (bytes + 7) / 8 * 8;
    std::memcpy(end, from, bytes);
    std::memset(end + bytes, 0, padded - bytes);
    cargo.bytes = static_cast<std::uint32_t>(end + padded - cargo.pieces);
}

CargoIn::CargoIn(const void *from, std::size_t bytes) : cargo_(static_cast<const Cargo *>(from)) {
    constexpr std::size_t head = offsetof(Cargo, pieces);
    if (bytes < head || cargo_->bytes != bytes - head || cargo_->lines > cargo_lines) cargo_ = nullptr;
}

void CargoIn::take_in() const {
    if (!cargo_) return;
    const char *at = cargo_->pieces, *end = at + cargo_->bytes;
    while (static_cast<std::size_t>(end - at) > sizeof(CargoPiece)) {
        CargoPiece piece;
        std::memcpy(&piece, at, sizeof piece);
        at += sizeof piece;
        const std::size_t padded = (piece.bytes + 7) / 8 * 8;
        if (piece.bytes == 0 || padded > static_cast<std::size_t>(end - at) || !is_here(piece.to, piece.bytes)) return;
        copy_once(near_pointer(piece.to), at, piece.bytes);
        at += padded;
    }
}

std::size_t CargoIn::gather(char *lines) const {
    if (!cargo_) return 0;
    for (unsigned i = 0; i < cargo_->lines; ++i) {
        if (!is_here(cargo_->line[i], cargo_line_bytes)) return 0;
        std::memcpy(lines + i * cargo_line_bytes, near_pointer(cargo_->line[i]), cargo_line_bytes);
    }
    return cargo_->lines * cargo_line_bytes;
}

} // namespace polder
