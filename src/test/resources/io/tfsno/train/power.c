/*
 * Writes down, in order, what a process does to files below a folder, with the bytes: enough to tell afterwards what a
 * disk would hold if the power failed at any moment. Preloaded into a JVM by PowerLossTest, which builds it.
 * A record: kind, descriptor (4 bytes), number (8), and twice a length (4) with that number of bytes. All in this machine's order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DESCRIPTORS 65536

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static char watched[DESCRIPTORS];
static int trace = -1;

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name);

static int below(const char *path) {
  const char *root = getenv("TFSNO_POWER_ROOT");
  return root && path && strncmp(path, root, strlen(root)) == 0;
}

static int is_watched(int fd) { return fd >= 0 && fd < DESCRIPTORS && watched[fd]; }

static void put(const void *bytes, size_t count) {
  while (count > 0) {
    long done = syscall(SYS_write, trace, bytes, count);
    if (done <= 0) abort();
    bytes = (const char *)bytes + done;
    count -= (size_t)done;
  }
}

static void put_text(const void *bytes, uint32_t count) {
  put(&count, sizeof count);
  put(bytes, count);
}

/* With the order held. */
static void note(char kind, int32_t fd, int64_t number, const void *one, size_t first, const char *two) {
  if (trace < 0) {
    trace = (int)syscall(SYS_openat, AT_FDCWD, getenv("TFSNO_POWER_TRACE"), O_CREAT | O_WRONLY | O_APPEND, 0644);
    if (trace < 0) abort();
  }
  put(&kind, 1);
  put(&fd, sizeof fd);
  put(&number, sizeof number);
  put_text(one, (uint32_t)first);
  put_text(two, (uint32_t)(two ? strlen(two) : 0));
}

static int opened(int fd, const char *path, int flags) {
  if (fd >= 0 && fd < DESCRIPTORS) {
    watched[fd] = (char)below(path);
    if (watched[fd]) note('O', fd, (flags & O_TRUNC) != 0, path, strlen(path), 0);
  }
  return fd;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...) \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
    pthread_mutex_lock(&order); \
    int fd = opened(real(path, flags, mode), path, flags); \
    pthread_mutex_unlock(&order); \
    return fd; \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(int, #name, int, const char *, int, ...) \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
    pthread_mutex_lock(&order); \
    int fd = opened(real(folder, path, flags, mode), path, flags); \
    pthread_mutex_unlock(&order); \
    return fd; \
  }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t)
  if (!is_watched(fd)) return real(fd, bytes, count);
  pthread_mutex_lock(&order);
  struct stat now;
  int append = fcntl(fd, F_GETFL) & O_APPEND;
  int64_t at = append && fstat(fd, &now) == 0 ? now.st_size : lseek(fd, 0, SEEK_CUR);
  ssize_t done = real(fd, bytes, count);
  if (done > 0) note('W', fd, at, bytes, (size_t)done, 0);
  pthread_mutex_unlock(&order);
  return done;
}

#define PWRITE(name) \
  ssize_t name(int fd, const void *bytes, size_t count, off_t at) { \
    REAL(ssize_t, #name, int, const void *, size_t, off_t) \
    if (!is_watched(fd)) return real(fd, bytes, count, at); \
    pthread_mutex_lock(&order); \
    ssize_t done = real(fd, bytes, count, at); \
    if (done > 0) note('W', fd, at, bytes, (size_t)done, 0); \
    pthread_mutex_unlock(&order); \
    return done; \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define SYNC(name) \
  int name(int fd) { \
    REAL(int, #name, int) \
    if (!is_watched(fd)) return real(fd); \
    pthread_mutex_lock(&order); \
    int failed = real(fd); \
    if (!failed) note('S', fd, 0, 0, 0, 0); \
    pthread_mutex_unlock(&order); \
    return failed; \
  }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name) \
  int name(int fd, off_t length) { \
    REAL(int, #name, int, off_t) \
    if (!is_watched(fd)) return real(fd, length); \
    pthread_mutex_lock(&order); \
    int failed = real(fd, length); \
    if (!failed) note('T', fd, length, 0, 0, 0); \
    pthread_mutex_unlock(&order); \
    return failed; \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *)
  pthread_mutex_lock(&order);
  int failed = real(from, to);
  if (!failed && below(from)) note('R', -1, 0, from, strlen(from), to);
  pthread_mutex_unlock(&order);
  return failed;
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *)
  pthread_mutex_lock(&order);
  int failed = real(path);
  if (!failed && below(path)) note('U', -1, 0, path, strlen(path), 0);
  pthread_mutex_unlock(&order);
  return failed;
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t)
  pthread_mutex_lock(&order);
  int failed = real(path, mode);
  if (!failed && below(path)) note('M', -1, 0, path, strlen(path), 0);
  pthread_mutex_unlock(&order);
  return failed;
}
