# aarch64 Linux with Debian's cross compiler:  cmake --preset aarch64
# Libraries of the target come from a folder with the packages of Debian arm64 unpacked in it, POLDER_SYSROOT
# (packaging/aarch64/sysroot makes one, without root); without one, from this machine's own arm64 packages (multiarch).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triple aarch64-linux-gnu)
set(CMAKE_C_COMPILER ${triple}-gcc)
set(CMAKE_CXX_COMPILER ${triple}-g++)
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})

if(NOT POLDER_SYSROOT AND DEFINED ENV{POLDER_SYSROOT})
  set(POLDER_SYSROOT $ENV{POLDER_SYSROOT})
endif()
set(POLDER_SYSROOT "${POLDER_SYSROOT}" CACHE PATH "Debian arm64 packages, unpacked")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES POLDER_SYSROOT)
if(POLDER_SYSROOT)
  set(CMAKE_SYSROOT ${POLDER_SYSROOT})
  set(ENV{PKG_CONFIG_SYSROOT_DIR} ${POLDER_SYSROOT})
endif()
set(ENV{PKG_CONFIG_LIBDIR} ${POLDER_SYSROOT}/usr/lib/${triple}/pkgconfig:${POLDER_SYSROOT}/usr/share/pkgconfig)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
