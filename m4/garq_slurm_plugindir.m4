# GARQ_SLURM_PLUGINDIR
# --------------------
# Where the plugin is installed. Without --with-slurm-plugindir: the folder in
# which the installed Slurm keeps its own. Where --prefix was given and that
# folder is not below it, nothing is written outside of the prefix:
# LIBDIR/slurm. Call after GARQ_SLURMCTLD.
# SUBST plugindir
# SETS slurm_plugindir_found (the folder of the installed Slurm, or empty)
#
AC_DEFUN([GARQ_SLURM_PLUGINDIR], [
  AC_REQUIRE([GARQ_SLURMCTLD])
  AC_ARG_WITH([slurm-plugindir],
    [AS_HELP_STRING([--with-slurm-plugindir=DIR],
      [install the plugin there (default: where the installed Slurm has its
       own, if that is below the prefix or none was given; else LIBDIR/slurm)])],
    [], [with_slurm_plugindir=])
  slurm_plugindir_found=
  plugindir=
  AS_IF([test "x$with_slurm" = xyes], [
    AS_IF([test "x$cross_compiling" != xyes], [_GARQ_SLURM_PLUGINDIR_FIND])
    AC_MSG_CHECKING([where to install the plugin])
    AS_CASE([$with_slurm_plugindir],
      [yes|no], [AC_MSG_RESULT([?])
	AC_MSG_ERROR([--with-slurm-plugindir needs a folder])],
      [''], [AS_CASE([$prefix:$slurm_plugindir_found],
	[*:], [plugindir='${libdir}/slurm'],
	[NONE:*], [plugindir=$slurm_plugindir_found],
	["$prefix:${prefix%/}"/*], [plugindir=$slurm_plugindir_found],
	[plugindir='${libdir}/slurm'])],
      [plugindir=$with_slurm_plugindir])
    AC_MSG_RESULT([$plugindir])
  ])
  AC_SUBST([plugindir])
])

# Set slurm_plugindir_found: the folder that has sched_backfill.so, first beside
# the slurmctld that was found.
AC_DEFUN([_GARQ_SLURM_PLUGINDIR_FIND], [
  AC_MSG_CHECKING([for the plugins of the installed Slurm])
  garq_dirs=
  for garq_root in ${SLURMCTLD:+"${SLURMCTLD%/*}/.."} /usr /usr/local; do
    garq_root=$(cd -P "$garq_root" 2>/dev/null && pwd) || continue
    garq_dirs="$garq_dirs $garq_root/lib/*/slurm-wlm $garq_root/lib/*/slurm"
    garq_dirs="$garq_dirs $garq_root/lib/slurm-wlm $garq_root/lib/slurm"
    garq_dirs="$garq_dirs $garq_root/lib64/slurm"
  done
  for garq_dir in $garq_dirs; do
    AS_IF([test -f "$garq_dir/sched_backfill.so"],
      [slurm_plugindir_found=$garq_dir; break])
  done
  AC_MSG_RESULT([${slurm_plugindir_found:-no}])
])
