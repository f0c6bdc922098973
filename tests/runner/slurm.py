"""A Slurm of its own for tests: a controller here and a slurmd in each of some network namespaces.
Each has a host name of its own. Nothing of it needs munge, a user or a configuration of the
machine; all its files lie in a folder of the test.

    with Slurm(machines, folder) as slurm:
        slurm.run("--mpi=pmix", "-N", "2", "-n", "4", "./program")
"""

import os
import shutil
import signal
import socket
import subprocess

from . import e2e, limits

START_LIMIT = limits.Limit(240, 60)
PROGRAMS = ("slurmctld", "slurmd", "srun", "sinfo")


def missing():
    """Why Slurm cannot be had here, or None."""
    path = os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin"
    lacking = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    if lacking:
        return f"needs Slurm ({', '.join(lacking)})"
    listed = subprocess.run(
        ["srun", "--mpi=list"],
        capture_output=True,
        text=True,
        env={**os.environ, "SLURM_CONF": "/dev/null"},
    )
    return (
        None
        if "pmix" in listed.stdout + listed.stderr
        or "MPI plugin types" not in listed.stdout + listed.stderr
        else "needs Slurm's PMIx plugin"
    )


class Slurm:
    def __init__(self, machines, folder, slots=8):
        self.machines, self.folder, self.slots = machines, os.path.abspath(folder), slots
        self.conf = os.path.join(self.folder, "slurm.conf")
        self.env = {
            **os.environ,
            "SLURM_CONF": self.conf,
            "PATH": os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin",
        }
        self.daemons = []

    def configuration(self):
        port = 20000 + os.getpid() % 10000
        nodes = "".join(
            f"NodeName={name} NodeAddr={address} CPUs={self.slots} State=UNKNOWN\n"
            for name, address in zip(self.machines.names, self.machines.addresses)
        )
        return (
            f"ClusterName=polder\nSlurmctldHost={socket.gethostname()}({self.machines.address})\n"
            f"SlurmctldPort={port}\nSlurmdPort={port + 1}\nAuthType=auth/none\nCredType=cred/none\n"
            f"SlurmUser=root\nSlurmdUser=root\nMpiDefault=none\nProctrackType=proctrack/linuxproc\n"
            f"TaskPlugin=task/none\nSwitchType=switch/none\nReturnToService=2\n"
            f"SlurmdParameters=config_overrides\nSelectType=select/cons_tres\n"
            f"SelectTypeParameters=CR_CPU\nSlurmctldTimeout=300\nSlurmdTimeout=300\n"
            f"InactiveLimit=0\nKillWait=5\nWaitTime=0\nJobCompType=jobcomp/none\n"
            f"AccountingStorageType=accounting_storage/none\n"
            f"JobAcctGatherType=jobacct_gather/none\nStateSaveLocation={self.folder}/state\n"
            f"SlurmdSpoolDir={self.folder}/spool.%n\nTmpFS={self.folder}/tmp.%n\n"
            f"SlurmctldPidFile={self.folder}/ctld.pid\nSlurmdPidFile={self.folder}/slurmd.%n.pid\n"
            f"SlurmctldLogFile={self.folder}/ctld.log\nSlurmdLogFile={self.folder}/slurmd.%n.log\n"
            f"{nodes}PartitionName=all"
            " Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
        )

    def start(self, *words):
        self.daemons.append(
            subprocess.Popen(
                words,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )

    def __enter__(self):
        for name in (
            "state",
            *(f"{kind}.{name}" for kind in ("spool", "tmp") for name in self.machines.names),
        ):
            os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        with open(self.conf, "w", encoding="utf-8") as file:
            file.write(self.configuration())
        with open(os.path.join(self.folder, "cgroup.conf"), "w", encoding="utf-8") as file:
            file.write(
                "CgroupPlugin=cgroup/v1\n"
            )  # named, or it looks for what namespaces do not have; nothing uses it
        self.start("slurmctld", "-D", "-f", self.conf)
        for name in self.machines.names:
            self.start(
                "ip",
                "netns",
                "exec",
                name,
                "unshare",
                "--uts",
                "sh",
                "-c",
                f"hostname {name}; exec slurmd -D -f {self.conf} -N {name}",
            )
        try:
            self.wait_until_idle()
        except BaseException:
            self.close()
            raise
        return self

    def wait_until_idle(self):
        def idle():
            done = subprocess.run(
                ["sinfo", "-h", "-N", "-o", "%T"], env=self.env, capture_output=True, text=True
            )
            return done.stdout.split() == ["idle"] * len(self.machines.names)

        def ended():
            return [daemon for daemon in self.daemons if daemon.poll() is not None]

        reached = limits.until(lambda: ended() or idle(), limits.Meter(START_LIMIT), pause=0.2)
        if reached or ended():
            raise RuntimeError(
                f"Slurm does not start: {reached or 'a daemon has ended'}\n{self.logs()}"
            )

    def logs(self):
        text = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(
                    os.path.join(self.folder, name), encoding="utf-8", errors="replace"
                ) as file:
                    text += f"--- {name}\n{file.read()[-3000:]}"
        return text

    def run(self, *words, env=None):
        return e2e.run("srun", *words, env={**self.env, **(env or {})}, status=None)

    def close(self):
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
        for daemon in self.daemons:
            if limits.ends(daemon, limits.Meter(limits.Limit(60, 10))):
                daemon.kill()
                daemon.wait()
        for i in range(len(self.machines.names)):  # slurmstepd outlives slurmd
            for pid in self.machines.processes(i):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

    def __exit__(self, *_):
        self.close()
