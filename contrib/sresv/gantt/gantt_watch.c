/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "contrib/sresv/gantt/gantt_watch.h"
#include "contrib/sresv/ctl/status.h"

static volatile sig_atomic_t ended;

static void _on_signal(int number)
{
	ended = ended || (number != SIGWINCH);
}

/* Signals come only while ppoll() waits: libslurm is not interrupted. */
static void _catch(sigset_t *ret_before)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGWINCH };
	struct sigaction action = { .sa_handler = _on_signal };
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		sigaddset(&set, numbers[i]);
		sigaction(numbers[i], &action, NULL);
	}
	sigprocmask(SIG_BLOCK, &set, ret_before);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigdelset(ret_before, numbers[i]);
}

/* Lines that the screen has no room for are left out. */
static void _show(const char *text, bool screen)
{
	struct winsize size = { .ws_row = 0 };
	unsigned int left = UINT32_MAX;

	if (!screen) {
		fputs(text, stdout);
		return;
	}
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row)
		left = size.ws_row;
	fputs("\033[H", stdout);
	while (*text && left--) {
		size_t len = strcspn(text, "\n");

		fwrite(text, 1, len, stdout);
		fputs(left ? "\033[K\n" : "\033[K", stdout);
		text += len + (text[len] == '\n');
	}
	fputs("\033[J", stdout);
}

/* RET false: it can't be shown */
static bool _frame(void (*fn)(const void *arg, FILE *to), const void *arg,
		   bool screen)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool ok = (f != NULL);

	if (f) {
		fn(arg, f);
		ok = !fclose(f);
	}
	if (ok)
		_show(text, screen);
	free(text);
	return ok && !fflush(stdout) && !ferror(stdout);
}

int gantt_watch(void (*fn)(const void *arg, FILE *to), const void *arg,
		int64_t seconds)
{
	struct timespec pause = { .tv_sec = (time_t) seconds };
	bool screen = isatty(STDOUT_FILENO), ok;
	sigset_t before;

	_catch(&before);
	if (screen)
		fputs("\033[?1049h\033[?25l", stdout);
	ok = _frame(fn, arg, screen);
	while (ok) {
		(void) ppoll(NULL, 0, &pause, &before);
		if (ended)
			break;
		if (!screen)
			fputc('\n', stdout);
		ok = _frame(fn, arg, screen);
	}
	if (screen)
		fputs("\033[?25h\033[?1049l", stdout);
	return (!fflush(stdout) && ok) ? STATUS_DONE : STATUS_FAILED;
}
