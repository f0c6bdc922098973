"""gdb for UPC programs built by Polder: printers for pointers-to-shared and shared arrays,
upc-print, info upc-threads.

types        the UPC types that upcc -g writes into typedef names
job          what the runtime tells of the job: addresses, threads, private data
shared       positions in shared memory: arithmetic, loading
printers     how gdb prints them
expression   upc-print: C expressions in which shared and private data are UPC's
commands     info upc-threads, upc-thread, convenience functions, and `main`
"""

from . import commands, expression, printers  # noqa: F401  importing them registers what they have

commands.register()
expression.register()
printers.register()
