// flags: -D_GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <getopt.h>
#include <glob.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h>
#include <ucontext.h>
#include <unistd.h>
#include <utime.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void undo(void *p) { pthread_mutex_unlock(p); }
int f(fd_set *set, int status) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(undo, &lock);
    FD_ZERO(set);
    FD_SET(1, set);
    pthread_cleanup_pop(1);
    return FD_ISSET(1, set) + WIFEXITED(status) + WEXITSTATUS(status) + (int)htonl(1) + (int)sysconf(_SC_NPROCESSORS_ONLN);
}
