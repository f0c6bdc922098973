"""What packaging/ holds fits the build. The Spack recipe runs, with options that CMake knows. The
Dockerfile and the script for clusters parse, and name the libraries that CMake looks for. The guide
of installing names them for each system."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402
import types  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

PACKAGING = os.path.join(SOURCE, "packaging")
lists = [
    read(os.path.join(SOURCE, part, "CMakeLists.txt"))
    for part in ("", "conduits", "runtime", "tools", "tests")
]
options = set(
    re.findall(r"^(?:option|set)\((POLDER_\w+)", read(f"{SOURCE}/cmake/options.cmake"), re.M)
)
wanted = {
    name
    for text in lists
    for name in re.findall(
        r"pkg_check_modules\(\w+ (?:QUIET |REQUIRED |IMPORTED_TARGET )*(\w+)", text
    )
}
check(
    wanted == {"hwloc", "libdw", "libfabric", "pmix"},
    "what CMake looks for: the recipes and the guide must have it",
    wanted,
)

# ---- Spack: the recipe on stand-ins of what spack.package offers ----
RECIPE = f"{PACKAGING}/spack/spack_repo/polder/packages/polder/package.py"
depends, versions, variants = [], [], {}
spack = types.ModuleType("spack.package")
systems = types.ModuleType("spack_repo.builtin.build_systems.cmake")
systems.generator = lambda *_: None
systems.CMakePackage = type(
    "CMakePackage",
    (),
    {
        "define": staticmethod(lambda name, value: f"-D{name}={value}"),
        "run_tests": False,
        "spec": types.SimpleNamespace(satisfies=lambda what: what == "+html"),
    },
)
for name in ("license", "conflicts"):
    setattr(spack, name, lambda *_, **__: None)
spack.version = lambda name, **_: versions.append(name)
spack.variant = lambda name, **more: variants.update({name: more})
spack.depends_on = lambda what, **_: depends.append(re.split(r"[@+~ ]", what)[0])
spack.run_after = lambda *_: lambda function: function
spack.on_package_attributes = lambda **_: lambda function: function
spack.Executable = spack.EnvironmentModifications = None
modules = "spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"
sys.modules.update({name: types.ModuleType(name) for name in modules})
sys.modules.update({module.__name__: module for module in (spack, systems)})
space = {"__name__": "package", "__file__": RECIPE}
exec(
    compile(read(RECIPE), RECIPE, "exec"), space
)  # pylint: disable=exec-used
check(space["Polder"].git == f"file://{os.path.realpath(SOURCE)}", "what the recipe builds")
given = [word[2:].split("=")[0] for word in space["Polder"]().cmake_args()]
check(
    set(given) <= options | {"POLDER_CCACHE"},
    "the Spack recipe gives options that CMake does not have",
    sorted(set(given) - options),
)
check(
    {"hwloc", "elfutils", "libfabric", "pmix", "c", "cxx", "cmake", "pkgconfig"} <= set(depends),
    "dependencies of the Spack recipe",
    depends,
)
version = re.search(r"project\(polder VERSION (\S+)", lists[0])[1]
check(
    version in versions and all("default" in v and "description" in v for v in variants.values()),
    "versions and variants",
    versions,
    variants,
)
minimum = re.search(r"cmake_minimum_required\(VERSION (\S+)\)", lists[0])[1]
check(f'"cmake@{minimum}:"' in read(RECIPE), "the oldest CMake")
STYLE = (  # of `spack style`
    "black --check -q -l 99 -C",
    "isort --check --profile black -l 99 -p spack",
    "flake8 --max-line-length 99 --extend-ignore F403,F405,F821,E203,E731",
)
LINT = f"{SOURCE}/build/lint"  # where `./dev test` puts linters


def lint(program, *words):
    if os.path.exists(f"{LINT}/bin/{program}"):
        run(f"{LINT}/bin/{program}", *words, env={"PYTHONPATH": LINT})
    else:
        print(f"{program} is missing: {words[-1]} was not given to it")


for words in map(str.split, STYLE):
    lint(*words, RECIPE)

# The recipe's variants: a build without a library is one although the library is there.
places = run("pkg-config", "--variable", "pc_path", "pkg-config").out.strip().split(":")
for name in {n for place in places if os.path.isdir(place) for n in os.listdir(place)}:
    place = next(p for p in places if os.path.exists(f"{p}/{name}"))
    if name.endswith(".pc") and name not in ("libfabric.pc", "pmix.pc"):
        os.makedirs("pc", exist_ok=True)
        os.symlink(f"{place}/{name}", f"pc/{name}")
CMAKE = ["cmake", "-S", SOURCE, "-DPOLDER_BUILD_TESTS=OFF", "-DPOLDER_BUILD_BENCH=OFF"]


def configured(folder, *words, **more):
    return run(*CMAKE, "-B", folder, *words, **more)


configured("without", "-DPOLDER_FABRIC=no", "-DPOLDER_PMIX=no")
commands = read("without/compile_commands.json")
check("conduits/ofi/" not in commands and "POLDER_HAVE_PMIX" not in commands, "libraries used")
for name in ("POLDER_FABRIC", "POLDER_PMIX"):
    only = {"POLDER_FABRIC": "no", "POLDER_PMIX": "no", name: "yes"}
    words = [f"-D{option}={value}" for option, value in only.items()]
    result = configured("missing", *words, env={"PKG_CONFIG_LIBDIR": "pc"}, status=1)
    check(f"{name}=yes" in result.err, "a library that is missing", result)
    shutil.rmtree("missing")

# ---- Dockerfile ----
text = re.sub(r"\\\n\s*", " ", read(f"{PACKAGING}/Dockerfile"))
steps = [line.split(None, 1) for line in text.split("\n") if line and not line.startswith("#")]
check(
    {step[0] for step in steps} <= {"FROM", "RUN", "COPY", "WORKDIR", "USER", "CMD"}
    and steps[0][0] == "FROM",
    "words of the Dockerfile",
    steps,
)
for word, line in steps:
    if word == "RUN":
        check(
            run("sh", "-n", "-c", line, status=None).status == 0,
            "a command that the shell cannot read",
            line,
        )
        check(
            set(re.findall(r"-D(POLDER_\w+)", line)) <= options, "options of the Dockerfile", line
        )
packages = set(re.search(r"^packages=\(([^)]*)\)", read(f"{SOURCE}/dev"), re.M)[1].split()) - {
    "libgtest-dev"
}
check(
    packages <= set(text.split()),
    "packages that ./dev installs and the Dockerfile does not",
    packages - set(text.split()),
)
check(
    text.count("--no-install-recommends")
    == text.count("apt-get install")
    == text.count("rm -rf /var/lib/apt/lists"),
    "apt-get in the Dockerfile",
)
lint("hadolint", f"{PACKAGING}/Dockerfile")

# ---- the script for clusters ----
script = f"{PACKAGING}/home.sh"
run("bash", "-n", script)
if shutil.which("shellcheck"):
    run("shellcheck", "-S", "warning", script)
check(
    set(re.findall(r"^library \w+ (\w+)", read(script), re.M)) == wanted - {"pmix"} | {"zlib"},
    "libraries of home.sh",
)
check(set(re.findall(r"-D(POLDER_\w+)", read(script))) <= options, "options of home.sh")
for words in ((), ("--help",), ("a", "b", "c")):
    check("usage" in run(script, *words, status=1).err, f"home.sh {words}")
# A machine with few tools: these, and stand-ins for compilers and a Python that cannot install.
TOOLS = "bash cat dirname env find mkdir nproc sed sort tail tar tr uname".split()
os.mkdir("few")
for name in TOOLS:
    os.symlink(shutil.which(name), f"few/{name}")
for name in ("cc", "c++", "make", "m4", "pkg-config", "python3"):
    few = run("few/bash", script, "prefix", env={"PATH": os.path.abspath("few")}, status=1)
    check(f"error: {name} is missing\nhint: " in few.err, f"home.sh without {name}", few)
    write(f"few/{name}", "#!/bin/sh\necho it does nothing >&2\nexit 1\n")
    os.chmod(f"few/{name}", 0o755)
few = run("few/bash", script, "prefix", env={"PATH": os.path.abspath("few")}, status=1)
said = "error: there is no CMake 3.22, and pip cannot install one:\nit does nothing\nhint: "
check(said in few.err, "home.sh without CMake", few)

# ---- the guide ----
guide = read(f"{SOURCE}/docs/guide/installing.md")
for system, names in {
    "Debian": packages,
    "Fedora": {"hwloc-devel", "elfutils-devel", "libfabric-devel", "pmix-devel"},
    "openSUSE": {"hwloc-devel", "libdw-devel"},
    "Arch": {"hwloc", "elfutils", "libfabric"},
}.items():
    row = next(line for line in guide.split("\n") if line.startswith(f"| {system}"))
    check(
        names <= set(re.split(r"[\s`|,]+", row)),
        f"packages of {system} in the guide",
        names - set(row.split()),
    )
check(f"CMake {minimum}" in guide, "the oldest CMake in the guide")
print("pass")
