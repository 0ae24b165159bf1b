# GARQ_WEB
# --------
# garq-web speaks HTTP with libmicrohttpd. It is built where that is found;
# --with-web insists on it, --without-web does without.
# Call after GARQ_JANSSON.
# SUBST MICROHTTPD_CFLAGS, MICROHTTPD_LIBS; conditional HAVE_WEB
#
AC_DEFUN([GARQ_WEB], [
  AC_REQUIRE([GARQ_JANSSON])
  AC_ARG_WITH([web],
    [AS_HELP_STRING([--without-web],
      [do not build garq-web, the calendar for browsers (default: build it where libmicrohttpd is found)])],
    [], [with_web=check])
  have_web=no
  AS_IF([test "x$with_web" != xno && test "x$with_sresv" = xyes], [
    PKG_CHECK_MODULES([MICROHTTPD], [libmicrohttpd >= 0.9.71], [have_web=yes],
      [:])
  ])
  AS_IF([test "x$with_web" = xyes && test "x$have_web" = xno],
    [AC_MSG_ERROR([libmicrohttpd was not found; garq-web speaks HTTP with it.

  Install it (Debian: apt install libmicrohttpd-dev, Fedora: dnf install
  libmicrohttpd-devel), or configure without --with-web. It needs sresv, too.
])])
  AM_CONDITIONAL([HAVE_SWAGGER_UI],
    [test -f "$srcdir/contrib/web/page/doc/swagger-ui-bundle.js"])
  AM_CONDITIONAL([HAVE_WEB], [test "x$have_web" = xyes])
])
