# GARQ_TESTS
# ----------
# The unit tests need Check. --disable-tests does without both.
# SUBST CHECK_CFLAGS, CHECK_LIBS; conditional TESTS_ENABLED
#
AC_DEFUN([GARQ_TESTS], [
  AC_ARG_ENABLE([tests],
    [AS_HELP_STRING([--disable-tests],
      [do not build the unit tests (they need Check)])],
    [], [enable_tests=yes])
  AS_IF([test "x$enable_tests" != xno], [
    PKG_CHECK_MODULES([CHECK], [check >= 0.11], [],
      [AC_MSG_ERROR([Check was not found; the unit tests need it.

  Install it (Debian: apt install check), or configure with --disable-tests.
])])
  ])
  AM_CONDITIONAL([TESTS_ENABLED], [test "x$enable_tests" != xno])
])
