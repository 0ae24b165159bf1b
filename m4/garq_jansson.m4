# GARQ_JANSSON
# ------------
# sresv co exchanges JSON with its children, one for each cluster, and reads it
# with jansson. Without sresv only an evaluation needs it, which then can't be
# made where it is missing.
# Call after GARQ_LIBSLURM.
# SUBST JANSSON_CFLAGS, JANSSON_LIBS
#
AC_DEFUN([GARQ_JANSSON], [
  AC_REQUIRE([GARQ_LIBSLURM])
  PKG_CHECK_MODULES([JANSSON], [jansson >= 2.11], [], [
    AS_IF([test "x$with_sresv" = xyes],
      [AC_MSG_ERROR([jansson was not found; sresv reads JSON with it.

  Install it (Debian: apt install libjansson-dev, Fedora: dnf install
  jansson-devel), or configure with --without-sresv.
])])
  ])
])
