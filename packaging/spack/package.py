# Spack recipe of Polder, for Spack 1.0 and later. There is no release to download yet, so it
# builds a checkout: copy this file to packages/polder/package.py of a repository of yours (spack
# repo create), then
#   spack develop --path /path/to/polder polder@main
#   spack install polder@main
# Spack 0.23 and older have CMakePackage in spack.package: leave the first import out.
from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Polder(CMakePackage):
    """UPC 1.3 and OpenSHMEM 1.6 on one runtime: compilers (upcc, oshcc) and launchers (upcrun,
    oshrun). One program runs on processes, threads, a mix, or several machines."""

    homepage = "https://upc-lang.org"

    license("BSD-3-Clause")

    version("main")
    version("0.1.0")

    variant("fabric", default=True, description="Jobs of several machines, by libfabric")
    variant("pmix", default=True, description="Start by mpirun, prterun and srun, by PMIx")
    variant("html", default=False, description="Install the guides as a site, too")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    generator("ninja")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.8:", type="build")
    depends_on("hwloc@2:")
    depends_on("elfutils")
    depends_on("libfabric@1.9:", when="+fabric")
    depends_on("pmix@3:", when="+pmix")
    depends_on("py-mkdocs-material", type="build", when="+html")
    depends_on("googletest", type="test")

    conflicts("%gcc@:11", msg="Polder is written in C++20")

    def cmake_args(self):
        return [
            self.define("POLDER_BUILD_TESTS", self.run_tests),
            self.define("POLDER_BUILD_BENCH", False),
            self.define("POLDER_HTML", "yes" if self.spec.satisfies("+html") else "no"),
        ]

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        # upcc compiles with the compiler that Polder was built with.
        env.set("POLDER_CC", self.compiler.cc)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_mappings(self):
        Executable(self.prefix.bin.polder)("doctor")
