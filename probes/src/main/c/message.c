#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(char *message, size_t length, const char *format, va_list arguments)
{
	if (!message || !length)
		return;
	(void)vsnprintf(message, length, format, arguments);
}

void oq_say(char *message, size_t length, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(message, length, format, arguments);
	va_end(arguments);
}

int oq_fail(int error, char *message, size_t length, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(message, length, format, arguments);
	va_end(arguments);
	return -error;
}

const char *oq_error_text(int error, char *buffer, size_t length)
{
	return strerror_r(error, buffer, length); /* the GNU variant: returns the text */
}
