// polder: looks at what Polder's engine would do on this machine, and measures what it should do.
// One file a subcommand.
#pragma once

#include "runtime/coll/request/collective.h"

#include <string>
#include <vector>

namespace polder::tool {

using Words = std::vector<std::string>;

// Each returns the exit code.
int info(const Words &words);
int tune(const Words &words);
int doctor(const Words &words);
// What `doctor` runs as a job on hosts: who hears whom.
int doctor_job(int argc, char **argv);
// A part of info.
void print_installation();
// tune --network: options of upcrun, and where to store what is found ("": the usual place, "-":
// nowhere).
int tune_network(const Words &launch, std::string path);
int measure_network_job(int argc, char **argv);
// The program that `tune` runs as a job: argv as of main.
int measure_job(int argc, char **argv);
// gdb and clangd, with what they need to know of UPC; they return only where that fails.
int gdb(const Words &words);
int clangd(const Words &words);
// What `info` runs as a job: who is where, and over what.
int describe_job(int argc, char **argv);

// The path of this program.
std::string own_path();

// The operation of that name; misuse, with all names, if there is none.
coll::Collective operation_of(const std::string &name);

// Prints "polder: error: ..." and ends with code 2.
[[noreturn]] void misuse(const std::string &what);

// Runs upcrun with these options on this program, with `job` as its first argument. What the job
// prints on standard output goes to *output, or through if that is null. The exit code.
int run_job(const Words &launch, const Words &job, std::string *output);

// The first line of what tune stores, which is measurements of `what`; and printing and storing it.
// The exit code.
std::string heading(const char *what, const Words &launch);
int publish(const std::string &path, const std::string &text);

} // namespace polder::tool
