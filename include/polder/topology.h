/* <polder/topology.h>: where the threads of a job run, and how far apart they are.
 *
 * A *processing unit* is what the operating system schedules on, a hardware thread. Processing
 * units lie in cores, cores share an L3 cache, and NUMA domains, packages and nodes hold them. A
 * *level* is one of these kinds of objects. A thread is *on* an object if all processing units that
 * the thread may use lie in the object. A thread that may use both units of a core is on that core,
 * and its processing unit is not known.
 *
 * Objects of a level are numbered on each node from 0, in the order in which they lie in the
 * machine. They are those of the whole machine, whether or not the job may use them. What is known
 * was found out when the job started: a thread that binds itself elsewhere is not followed. The
 * same is known on all nodes. A machine of which nothing can be found out is no error: its threads
 * have no known objects. These functions neither communicate nor wait. C11, C++ and UPC. */
#ifndef POLDER_TOPOLOGY_H
#define POLDER_TOPOLOGY_H

#ifdef __cplusplus
extern "C" {
#endif

/* From near to far: a smaller level is a smaller distance. */
typedef enum polder_level {
    POLDER_LEVEL_PU,
    POLDER_LEVEL_CORE,
    POLDER_LEVEL_L3,
    POLDER_LEVEL_NUMA,
    POLDER_LEVEL_PACKAGE,
    POLDER_LEVEL_NODE, /* what shares memory */
    POLDER_LEVEL_JOB   /* nothing in common but the job */
} polder_level;

/* Instead of a number. */
#define POLDER_NOT_KNOWN (-1)

/* The nearest level of which both threads are known to be on the same object. It is POLDER_LEVEL_PU
 * for a thread and itself, and at most POLDER_LEVEL_NODE for threads of one node. Threads of
 * different nodes have POLDER_LEVEL_JOB between them. A thread that does not exist ends the job
 * with a message. */
polder_level polder_distance(int a, int b);

/* Number of the object of that level that the thread is on, among those of the thread's node.
 * POLDER_NOT_KNOWN if the thread may use several or the machine has none. POLDER_LEVEL_NODE gives
 * the number of the node, POLDER_LEVEL_JOB 0. */
int polder_locality(int thread, polder_level level);

/* How many objects of that level the machine of the node has, 0 if it has none or tells of none.
 * POLDER_NOT_KNOWN if nothing is known of the machine. POLDER_LEVEL_NODE gives the nodes of the
 * job, POLDER_LEVEL_JOB 1. */
int polder_locality_count(int node, polder_level level);

/* "processing unit", "core", "L3 cache", "NUMA domain", "package", "node", "job"; never null. */
const char *polder_level_name(polder_level level);

#ifdef __cplusplus
}
#endif

#endif
