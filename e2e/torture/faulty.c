/*
 * Preloaded into a process, makes its disk and its clock fail when a file says so: LEARNT_FAULTS names it. The file is
 * four 32-bit numbers: no space left, syncing fails, seconds that the clock is wrong, 0. Only regular files fail; pipes
 * and sockets go on.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static volatile int32_t none[4];
static volatile int32_t *faults = none;

__attribute__((constructor)) static void find_faults(void) {
  const char *name = getenv("LEARNT_FAULTS");
  int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *at = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) faults = at;
  close(fd);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_full(int fd) {
  struct stat of;
  if (!faults[0] || fstat(fd, &of) != 0 || !S_ISREG(of.st_mode)) return 0;
  errno = ENOSPC;
  return 1;
}

static int fails_to_sync(void) {
  if (!faults[1]) return 0;
  errno = EIO;
  return 1;
}

ssize_t write(int fd, const void *from, size_t size) { return is_full(fd) ? -1 : REAL(write)(fd, from, size); }
ssize_t writev(int fd, const struct iovec *from, int count) { return is_full(fd) ? -1 : REAL(writev)(fd, from, count); }
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { return is_full(fd) ? -1 : REAL(pwrite)(fd, from, size, at); }
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) { return is_full(fd) ? -1 : REAL(pwrite64)(fd, from, size, at); }
ssize_t pwritev(int fd, const struct iovec *from, int count, off_t at) { return is_full(fd) ? -1 : REAL(pwritev)(fd, from, count, at); }
ssize_t pwritev64(int fd, const struct iovec *from, int count, off64_t at) { return is_full(fd) ? -1 : REAL(pwritev64)(fd, from, count, at); }
int posix_fallocate(int fd, off_t at, off_t size) { return is_full(fd) ? ENOSPC : REAL(posix_fallocate)(fd, at, size); }
int posix_fallocate64(int fd, off64_t at, off64_t size) { return is_full(fd) ? ENOSPC : REAL(posix_fallocate64)(fd, at, size); }
int fsync(int fd) { return fails_to_sync() ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails_to_sync() ? -1 : REAL(fdatasync)(fd); }

int clock_gettime(clockid_t clock, struct timespec *at) {
  int answer = REAL(clock_gettime)(clock, at);
  if (answer == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += faults[2];
  return answer;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  int answer = REAL(gettimeofday)(at, zone);
  if (answer == 0) at->tv_sec += faults[2];
  return answer;
}

time_t time(time_t *at) {
  time_t now = REAL(time)(NULL) + faults[2];
  if (at) *at = now;
  return now;
}
