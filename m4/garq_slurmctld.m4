# GARQ_SLURMCTLD
# --------------
# A plugin that was compiled with the headers of another version reads the
# records of slurmctld at the wrong places: the version of the headers must be
# the one that "slurmctld -V" says. Call after GARQ_SLURM_SRC.
# SUBST SLURMCTLD (path, or empty)
# SETS slurmctld_version ("22.05.8", or empty)
#
AC_DEFUN([GARQ_SLURMCTLD], [
  AC_REQUIRE([GARQ_SLURM_SRC])
  AC_ARG_WITH([slurmctld],
    [AS_HELP_STRING([--with-slurmctld=PATH],
      [slurmctld to compare versions with
       (default: found in PATH, /usr/sbin, /usr/local/sbin)])],
    [], [with_slurmctld=])
  AC_ARG_ENABLE([slurm-version-check],
    [AS_HELP_STRING([--disable-slurm-version-check],
      [do not compare the headers with the installed slurmctld (for packagers)])],
    [], [enable_slurm_version_check=yes])
  SLURMCTLD=
  slurmctld_version=
  AS_IF([test "x$with_slurm" = xyes], [
    _GARQ_SLURMCTLD_FIND
    AS_IF([test "x$enable_slurm_version_check" != xno],
      [_GARQ_SLURMCTLD_COMPARE])
  ])
  AC_SUBST([SLURMCTLD])
])

# Set SLURMCTLD; stop if one was named that is not there.
AC_DEFUN([_GARQ_SLURMCTLD_FIND], [
  AS_CASE([$with_slurmctld],
    [no], [],
    [''|yes], [AS_IF([test "x$cross_compiling" != xyes],
      [AC_PATH_PROG([SLURMCTLD], [slurmctld], [],
	[$PATH$PATH_SEPARATOR/usr/sbin$PATH_SEPARATOR/usr/local/sbin])])],
    [AS_IF([test -f "$with_slurmctld" && test -x "$with_slurmctld"],
      [SLURMCTLD=$with_slurmctld],
      [AC_MSG_ERROR([--with-slurmctld: $with_slurmctld is not a program])])])
])

# Compare; stop if the versions differ, warn if they cannot be compared.
AC_DEFUN([_GARQ_SLURMCTLD_COMPARE], [
  AS_IF([test -n "$SLURMCTLD"], [
    AC_MSG_CHECKING([for the version of $SLURMCTLD])
    slurmctld_version=$("$SLURMCTLD" -V 2>/dev/null | GARQ_VERSION_FILTER)
    AC_MSG_RESULT([${slurmctld_version:-unknown}])
  ])
  garq_version=$(AS_ECHO(["$slurm_src_version"]) | GARQ_VERSION_FILTER)
  AS_IF([test -z "$SLURMCTLD"],
    [AC_MSG_WARN([no slurmctld was found, so nothing tells whether the headers fit it.
  The plugin will work only in a slurmctld of version $slurm_src_version.
  Name one with --with-slurmctld=PATH to have it checked.])],
  [test -z "$slurmctld_version"],
    [AC_MSG_WARN([$SLURMCTLD -V did not say its version.
  The plugin will work only in a slurmctld of version $slurm_src_version.])],
  [test "x$slurmctld_version" != "x$garq_version"],
    [AC_MSG_ERROR([the Slurm headers are not of the version that is installed.

    headers:   $slurm_src_version  in $slurm_src
    slurmctld: $slurmctld_version  at $SLURMCTLD

  A plugin built with them would crash slurmctld, or corrupt its records. Do
  one of:

    - run $srcdir/contrib/get-slurm-headers, which fetches the source of the installed
      version, and configure with the folder that it names
    - configure with --with-slurm-src=DIR, a configured source tree of
      Slurm $slurmctld_version
    - if the plugin is for another slurmctld than this one, name that with
      --with-slurmctld=PATH, or configure with --disable-slurm-version-check
])])
])

# A shell filter: the first major.minor.micro of what comes in.
m4_define([GARQ_VERSION_FILTER],
  [sed -n 's/^@<:@^0-9@:>@*\(@<:@0-9@:>@@<:@0-9@:>@*\.@<:@0-9@:>@@<:@0-9@:>@*\.@<:@0-9@:>@@<:@0-9@:>@*\).*/\1/p' | sed 1q])
