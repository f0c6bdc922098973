# One gdb for all processes of a job: gdb -x PREFIX/share/polder/gdb/whole-job.gdb --args upcrun -n 4 ./program
# gdb stays with every process that upcrun starts, and they run and stop together.
set detach-on-fork off
set schedule-multiple on
set breakpoint pending on
set print inferior-events off
