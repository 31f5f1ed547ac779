/* message.h: one-line messages into buffers of the caller. */
#ifndef OQ_MESSAGE_H
#define OQ_MESSAGE_H

#include <stddef.h>

/* Longest message that the engine makes. */
#define OQ_MESSAGE_MAX 256

/* Writes the message, cut to fit; a missing buffer is no error. */
__attribute__((format(printf, 3, 4))) void oq_say(char *message, size_t length, const char *format,
						  ...);

/* As oq_say, and returns -error: the last line of a function that fails. */
__attribute__((format(printf, 4, 5))) int oq_fail(int error, char *message, size_t length,
						  const char *format, ...);

/* The system's words for an errno; BUFFER is used when they are not static. */
const char *oq_error_text(int error, char *buffer, size_t length);

#endif
