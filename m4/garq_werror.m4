# GARQ_WERROR
# -----------
# --enable-werror makes warnings errors, for developers and CI. It is kept out
# of CFLAGS, so that the checks of configure are not compiled with it.
# SUBST WERROR_CFLAGS
#
AC_DEFUN([GARQ_WERROR], [
  AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [make compiler warnings errors])],
    [], [enable_werror=no])
  WERROR_CFLAGS=
  AS_IF([test "x$enable_werror" = xyes], [WERROR_CFLAGS=-Werror])
  AC_SUBST([WERROR_CFLAGS])
])
