// Both sides of piggybacked data; see piggyback.h.
#include "runtime/rpc/piggyback.h"

#include "base/copy_once.h"
#include "runtime/segment/segment.h"

#include <cstring>

namespace polder::rpc {

namespace {

bool is_here(polder_ga at, std::size_t bytes) {
    return ga_is_near(at) && bytes <= polder_job.length && ga_is_near(at + bytes - 1);
}

} // namespace

void PiggybackLoader::add(polder_ga to, const void *from, std::size_t bytes) {
    char *end = piggyback.pieces + piggyback.bytes;
    if (last && last->to + last->bytes == to && last->bytes % 8 == 0) {
        last->bytes += bytes;
    } else {
        last = reinterpret_cast<PiggybackPiece *>(end);
        *last = {to, bytes};
        end += sizeof(PiggybackPiece);
    }
    const std::size_t padded = (bytes + 7) / 8 * 8;
    std::memcpy(end, from, bytes);
    std::memset(end + bytes, 0, padded - bytes);
    piggyback.bytes = static_cast<std::uint32_t>(end + padded - piggyback.pieces);
}

PiggybackIn::PiggybackIn(const void *from, std::size_t bytes) : piggyback_(static_cast<const Piggyback *>(from)) {
    constexpr std::size_t head = offsetof(Piggyback, pieces);
    if (bytes < head || piggyback_->bytes != bytes - head || piggyback_->lines > piggyback_lines) piggyback_ = nullptr;
}

void PiggybackIn::take_in() const {
    if (!piggyback_) return;
    const char *at = piggyback_->pieces;
    const char *end = at + piggyback_->bytes;
    while (static_cast<std::size_t>(end - at) > sizeof(PiggybackPiece)) {
        PiggybackPiece piece;
        std::memcpy(&piece, at, sizeof piece);
        at += sizeof piece;
        const std::size_t padded = (piece.bytes + 7) / 8 * 8;
        if (piece.bytes == 0 || padded > static_cast<std::size_t>(end - at) || !is_here(piece.to, piece.bytes)) return;
        copy_once(near_pointer(piece.to), at, piece.bytes);
        at += padded;
    }
}

std::size_t PiggybackIn::gather(char *lines) const {
    if (!piggyback_) return 0;
    for (unsigned i = 0; i < piggyback_->lines; ++i) {
        if (!is_here(piggyback_->line[i], piggyback_line_bytes)) return 0;
        std::memcpy(lines + i * piggyback_line_bytes, near_pointer(piggyback_->line[i]), piggyback_line_bytes);
    }
    return piggyback_->lines * piggyback_line_bytes;
}

} // namespace polder::rpc
