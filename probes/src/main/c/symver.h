/*
 * symver.h: included into every file of the library by its Makefile.
 *
 * glibc 2.32 to 2.34 moved the threads into libc.so and gave their functions a new version;
 * a plain build on a newer system would refuse to load on an older one. The old versions
 * are kept by glibc and do the same. Their number is that of the architecture's first glibc.
 * log() got a new version in 2.29, which no longer sets errno through a handler of its own.
 */
#ifndef OQ_SYMVER_H
#define OQ_SYMVER_H

#if defined(__x86_64__)
#define OQ_GLIBC_FIRST "GLIBC_2.2.5"
#define OQ_GLIBC_SETCLOCK "GLIBC_2.3.3"
#elif defined(__aarch64__)
#define OQ_GLIBC_FIRST "GLIBC_2.17"
#define OQ_GLIBC_SETCLOCK "GLIBC_2.17"
#endif

#ifdef OQ_GLIBC_FIRST
#define OQ_SYMVER(name, version) __asm__(".symver " #name "," #name "@" version)

OQ_SYMVER(log, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_create, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_join, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_once, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_rwlock_init, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_rwlock_destroy, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_rwlock_rdlock, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_rwlock_wrlock, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_rwlock_unlock, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_sigmask, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_attr_setstacksize, OQ_GLIBC_FIRST);
OQ_SYMVER(pthread_condattr_setclock, OQ_GLIBC_SETCLOCK);
#endif

#endif
