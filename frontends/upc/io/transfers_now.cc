// The blocking read and write functions: UPC 1.3, 7.8, reading, writing, list I/O. Results and
// errors are in upc_io.h.
#include "frontends/upc/io/operations.h"
#include "runtime/sync/one_caller.h"

using namespace polder;
using namespace polder::upc;
using io::LocalRegion;
using io::SharedRegion;

extern "C" {
#pragma GCC visibility push(default)

io::Offset upc_all_fread_local(polder_ga fd, void *buffer, std::size_t size, std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_local, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_local");
    return io::run_now(fd, {false, flags}, io::Buffer{reinterpret_cast<polder_ga>(buffer), 0, size, nmemb, false});
}

io::Offset upc_all_fwrite_local(polder_ga fd, void *buffer, std::size_t size, std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_local, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_local");
    return io::run_now(fd, {true, flags}, io::Buffer{reinterpret_cast<polder_ga>(buffer), 0, size, nmemb, false});
}

io::Offset upc_all_fread_shared(polder_ga fd, polder_gp buffer, std::size_t blocksize, std::size_t size,
                                std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_shared, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_shared");
    return io::run_now(fd, {false, flags}, io::Buffer{buffer.ga, io::block_bytes(blocksize, size), size, nmemb, true});
}

io::Offset upc_all_fwrite_shared(polder_ga fd, polder_gp buffer, std::size_t blocksize, std::size_t size,
                                 std::size_t nmemb, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_shared, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_shared");
    return io::run_now(fd, {true, flags}, io::Buffer{buffer.ga, io::block_bytes(blocksize, size), size, nmemb, true});
}

io::Offset upc_all_fread_list_local(polder_ga fd, std::size_t memvec_entries, const LocalRegion *memvec,
                                    std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_list_local, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_list_local");
    return io::run_now(fd, {false, flags}, io::Lists<LocalRegion>{memvec_entries, memvec, filevec_entries, filevec});
}

io::Offset upc_all_fwrite_list_local(polder_ga fd, std::size_t memvec_entries, const LocalRegion *memvec,
                                     std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_list_local, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_list_local");
    return io::run_now(fd, {true, flags}, io::Lists<LocalRegion>{memvec_entries, memvec, filevec_entries, filevec});
}

io::Offset upc_all_fread_list_shared(polder_ga fd, std::size_t memvec_entries, const SharedRegion *memvec,
                                     std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fread_list_shared, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fread_list_shared");
    return io::run_now(fd, {false, flags}, io::Lists<SharedRegion>{memvec_entries, memvec, filevec_entries, filevec});
}

io::Offset upc_all_fwrite_list_shared(polder_ga fd, std::size_t memvec_entries, const SharedRegion *memvec,
                                      std::size_t filevec_entries, const io::FilePiece *filevec, upc_flag_t flags) {
    const race::RaceCall call({&upc_all_fwrite_list_shared, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_fwrite_list_shared");
    return io::run_now(fd, {true, flags}, io::Lists<SharedRegion>{memvec_entries, memvec, filevec_entries, filevec});
}
#pragma GCC visibility pop
} // extern "C"
