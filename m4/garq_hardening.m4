# GARQ_HARDENING
# --------------
# Flags for code that runs inside slurmctld, where compiler and linker know
# them. -z now: a symbol that this slurmctld does not have stops the plugin
# when it is loaded; bound lazily it would end slurmctld at the first call.
# SUBST HARDENING_CFLAGS, HARDENING_LDFLAGS
#
AC_DEFUN([GARQ_HARDENING], [
  HARDENING_CFLAGS=
  HARDENING_LDFLAGS=
  GARQ_TRY_FLAG([HARDENING_CFLAGS], [-fstack-protector-strong])
  GARQ_TRY_FLAG([HARDENING_LDFLAGS], [-Wl,-z,relro])
  GARQ_TRY_FLAG([HARDENING_LDFLAGS], [-Wl,-z,now])
  AC_SUBST([HARDENING_CFLAGS])
  AC_SUBST([HARDENING_LDFLAGS])
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
