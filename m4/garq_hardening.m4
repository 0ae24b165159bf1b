# GARQ_HARDENING
# --------------
# Flags for code that runs inside slurmctld, where compiler and linker know
# them. What the user's CFLAGS and CPPFLAGS say comes after them and wins.
#
# -z now: a symbol that this slurmctld does not have stops the plugin when it is
# loaded; bound lazily it would end slurmctld at the first call. For the same
# reason -z defs is impossible here: what the plugin leaves undefined is
# slurmctld's, and no library has it. PIE is for programs.
# SUBST HARDENING_CFLAGS, HARDENING_LDFLAGS
#
AC_DEFUN([GARQ_HARDENING], [
  AC_REQUIRE([GARQ_SANITIZERS])
  HARDENING_CFLAGS=
  HARDENING_LDFLAGS=
  GARQ_TRY_FLAG([HARDENING_CFLAGS], [-fstack-protector-strong])
  GARQ_TRY_FLAG([HARDENING_CFLAGS], [-fstack-clash-protection])
  # Checked jumps and returns: the first is x86's, the second ARM's.
  GARQ_TRY_FLAG([HARDENING_CFLAGS], [-fcf-protection])
  GARQ_TRY_FLAG([HARDENING_CFLAGS], [-mbranch-protection=standard])
  _GARQ_FORTIFY
  GARQ_TRY_FLAG([HARDENING_LDFLAGS], [-Wl,-z,relro])
  GARQ_TRY_FLAG([HARDENING_LDFLAGS], [-Wl,-z,now])
  GARQ_TRY_FLAG([HARDENING_LDFLAGS], [-Wl,-z,noexecstack])
  AC_SUBST([HARDENING_CFLAGS])
  AC_SUBST([HARDENING_LDFLAGS])
])

# Append -D_FORTIFY_SOURCE=3, or 2 where the C library has no more. Not with the
# sanitizers, which look at the functions that it replaces; not without
# optimisation, where it only warns; not where the user's flags or the compiler
# by itself define it, for it would be defined twice.
AC_DEFUN([_GARQ_FORTIFY], [
  AC_MSG_CHECKING([which _FORTIFY_SOURCE to add])
  garq_fortify=
  garq_save_CFLAGS=$CFLAGS
  AS_IF([test "x$enable_sanitizers" != xyes], [
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#if defined(_FORTIFY_SOURCE) || !defined(__OPTIMIZE__)
#error "leave it as it is"
#endif
]])], [
      for garq_level in 3 2; do
	CFLAGS="$garq_save_CFLAGS -Werror -D_FORTIFY_SOURCE=$garq_level"
	AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <string.h>]])],
	  [garq_fortify=$garq_level; break])
      done
    ])
  ])
  CFLAGS=$garq_save_CFLAGS
  AC_MSG_RESULT([${garq_fortify:-none}])
  AS_IF([test -n "$garq_fortify"],
    [HARDENING_CFLAGS="$HARDENING_CFLAGS -D_FORTIFY_SOURCE=$garq_fortify"])
])

# GARQ_TRY_FLAG(VARIABLE, FLAG)
# -----------------------------
# Append FLAG to VARIABLE if a program compiles and links with it.
#
AC_DEFUN([GARQ_TRY_FLAG], [
  AC_MSG_CHECKING([whether $CC accepts $2])
  garq_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -Werror $2"
  AC_LINK_IFELSE([AC_LANG_PROGRAM], [garq_flag=yes], [garq_flag=no])
  CFLAGS=$garq_save_CFLAGS
  AC_MSG_RESULT([$garq_flag])
  AS_IF([test $garq_flag = yes], [$1="$$1 $2"])
])
