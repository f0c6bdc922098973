// Memory: regions that others may reach, and registrations of local memory for providers that want
// them.
#include "conduits/ofi/ofi.h"

#include <cstdlib>
#include <cstring>
#include <sys/random.h>

namespace polder {

namespace {

// Keys we may choose are random, so nobody guesses one; as wide as the provider takes them.
std::uint64_t random_key(const OfiEnd &end) {
    std::uint64_t key = 0;
    if (end.traits.provider_keys || getrandom(&key, sizeof key, 0) != sizeof key) return 0;
    const std::size_t bytes = end.provider.info->domain_attr->mr_key_size;
    return bytes && bytes < 8 ? key & ((std::uint64_t{1} << bytes * 8) - 1) : key;
}

Status enable(OfiEnd &end, fid_mr *registration) {
    if (!(end.provider.info->domain_attr->mr_mode & FI_MR_ENDPOINT)) return Status::ok;
    if (fi_mr_bind(registration, &end.provider.endpoint->fid, 0) || fi_mr_enable(registration))
        return Status::system_error;
    return Status::ok;
}

const OfiRegion *region_of(const OfiEnd &end, const unsigned char *at, std::size_t bytes) {
    const OfiRegion *region = end.regions;
    while (region && !(at >= region->begin && at + bytes <= region->begin + region->bytes))
        region = region->next;
    return region;
}

} // namespace

Status ofi_register_raw(OfiEnd &end, void *at, std::size_t bytes, std::uint64_t access, fid_mr **registration) {
    for (unsigned tries = 0; tries < 8; ++tries) {
        const int code =
            fi_mr_reg(end.provider.domain, at, bytes, access, 0, random_key(end), 0, registration, nullptr);
        if (!code) {
            const Status status = enable(end, *registration);
            if (!is_ok(status)) fi_close(&(*registration)->fid);
            return status;
        }
        if (code == -FI_ENOMEM) return Status::no_memory;
        if (code != -FI_ENOKEY) return Status::system_error; // else the key is taken
    }
    return Status::system_error;
}

Status ofi_register(Conduit &conduit, void *at, std::size_t bytes, ConduitRegion **region, ConduitKey *key) {
    OfiEnd &end = ofi(conduit);
    OfiGuard guard(end);
    auto *made = static_cast<ConduitRegion *>(std::calloc(1, sizeof(ConduitRegion)));
    if (!made) return Status::no_memory;
    if (end.traits.remote_registration) {
        constexpr std::uint64_t all = FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE;
        const Status status = ofi_register_raw(end, at, bytes, all, &made->registration);
        if (!is_ok(status)) {
            std::free(made);
            return status;
        }
    }
    made->begin = static_cast<unsigned char *>(at);
    made->bytes = bytes;
    made->next = end.regions;
    end.regions = made;
    const OfiTarget target{made->registration ? fi_mr_key(made->registration) : 0, reinterpret_cast<std::uint64_t>(at)};
    std::memset(key, 0, sizeof *key);
    std::memcpy(key->bytes, &target, sizeof target);
    *region = made;
    return Status::ok;
}

void ofi_unregister(Conduit &conduit, ConduitRegion *region) {
    OfiEnd &end = ofi(conduit);
    OfiGuard guard(end);
    OfiRegion **link = &end.regions;
    while (*link && *link != region)
        link = &(*link)->next;
    if (!*link) return;
    *link = region->next;
    if (region->registration) fi_close(&region->registration->fid);
    std::free(region);
}

Status ofi_local(OfiEnd &end, OfiContext &context, const void *at, std::size_t bytes, std::uint64_t access,
                 void **descriptor) {
    if (const OfiRegion *region = region_of(end, static_cast<const unsigned char *>(at), bytes)) {
        *descriptor = fi_mr_desc(region->registration);
        return Status::ok;
    }
    const Status status = ofi_register_raw(end, const_cast<void *>(at), bytes, access, &context.registration);
    if (!is_ok(status)) return Status::again; // as a rule: too many at once
    *descriptor = fi_mr_desc(context.registration);
    return Status::ok;
}

} // namespace polder
