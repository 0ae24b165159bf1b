# GARQ_SANITIZERS
# ---------------
# --enable-sanitizers builds everything with ASan and UBSan, for tests. The
# plugin can then be loaded only if the ASan runtime is in slurmctld already;
# GARQ_SUMMARY says how.
# SUBST SANITIZER_CFLAGS, SANITIZER_LDFLAGS; conditional SANITIZERS
#
AC_DEFUN([GARQ_SANITIZERS], [
  AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers],
      [build with AddressSanitizer and UndefinedBehaviorSanitizer])],
    [], [enable_sanitizers=no])
  SANITIZER_CFLAGS=
  SANITIZER_LDFLAGS=
  AS_IF([test "x$enable_sanitizers" = xyes], [
    SANITIZER_CFLAGS="-fsanitize=address,undefined dnl
-fno-sanitize-recover=undefined -fno-omit-frame-pointer"
    SANITIZER_LDFLAGS="-fsanitize=address,undefined"
    AC_MSG_CHECKING([whether $CC can link with the sanitizers])
    garq_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS $SANITIZER_CFLAGS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM], [garq_sanitizers=yes],
      [garq_sanitizers=no])
    CFLAGS=$garq_save_CFLAGS
    AC_MSG_RESULT([$garq_sanitizers])
    AS_IF([test $garq_sanitizers = no],
      [AC_MSG_ERROR([--enable-sanitizers: $CC cannot link with $SANITIZER_CFLAGS])])
  ])
  AC_SUBST([SANITIZER_CFLAGS])
  AC_SUBST([SANITIZER_LDFLAGS])
  AM_CONDITIONAL([SANITIZERS], [test "x$enable_sanitizers" = xyes])
])
