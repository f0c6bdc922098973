# Spack recipe of Polder. There is no release to download yet, so it builds what is committed in
# the checkout it lies in:
#
#   spack repo add /path/to/polder/packaging/spack/spack_repo/polder
#   spack install polder@main
#
# In an environment it builds what is not committed:
#
#   spack develop --path /path/to/polder polder@main
#
# Spack before 1.0 wants a repository of its own kind, and finds the checkout by the link:
#
#   spack repo create ~/repo && spack repo add ~/repo
#   ln -s /path/to/polder/packaging/spack/spack_repo/polder/packages/polder ~/repo/packages/polder
import pathlib

from spack.package import *

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
except ImportError:  # before Spack 1.0 spack.package has both
    pass

CHECKOUT = pathlib.Path(__file__).resolve().parents[6]


class Polder(CMakePackage):
    """UPC 1.3 and OpenSHMEM 1.6 on one runtime: compilers (upcc, oshcc) and launchers (upcrun,
    oshrun). One program runs on processes, threads, a mix, or several machines."""

    homepage = "https://upc-lang.org"
    git = CHECKOUT.as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

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
            self.define("POLDER_CCACHE", False),  # Spack has its own setting for ccache
            self.define("POLDER_FABRIC", "yes" if self.spec.satisfies("+fabric") else "no"),
            self.define("POLDER_PMIX", "yes" if self.spec.satisfies("+pmix") else "no"),
            self.define("POLDER_HTML", "yes" if self.spec.satisfies("+html") else "no"),
        ]

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        # upcc compiles with the compiler that Polder was built with.
        env.set("POLDER_CC", self.compiler.cc)
        if self.spec.satisfies("+pmix"):  # loaded by the programs that mpirun starts
            env.prepend_path("LD_LIBRARY_PATH", self.spec["pmix"].prefix.lib)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_mappings(self):
        Executable(self.prefix.bin.polder)("doctor")
