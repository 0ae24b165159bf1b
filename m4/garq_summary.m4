# GARQ_SUMMARY
# ------------
# Say at the end of configure what will be built, and what will not.
#
AC_DEFUN([GARQ_SUMMARY], [
  AS_ECHO(["
$PACKAGE_NAME $PACKAGE_VERSION
"])
  AS_IF([test "x$with_slurm" = xyes], [
    garq_plugindir=$plugindir
    while AS_CASE([$garq_plugindir], [*'$'*], [:], [false]); do
      eval "garq_plugindir=\"$garq_plugindir\""
    done
    AS_ECHO(["  plugin:        sched_garq.so, for Slurm $slurm_src_version"])
    AS_ECHO(["  headers:       $slurm_src"])
    AS_ECHO(["  slurmctld:     ${SLURMCTLD:-not found}dnl
${slurmctld_version:+ ($slurmctld_version)}"])
    AS_IF([test "x$enable_slurm_version_check" = xno],
      [AS_ECHO(["                 the versions of the two were not compared"])])
    AS_ECHO(["  installed to:  $garq_plugindir"])
  ], [
    AS_ECHO(["  plugin:        NOT BUILT (--without-slurm): only the core library is built"])
    AS_ECHO(["                 and tested, and nothing is installed"])
  ])
  AS_IF([test "x$have_glpk" = xno], [garq_milp="no (without GLPK)"],
    [test "x$with_glpk" = xyes], [garq_milp="yes"],
    [garq_milp="for tests (--with-glpk installs it)"])
  AS_ECHO(["  sresv-milp:    $garq_milp"])
  AS_IF([test "x$with_sresv" = xyes && test "x$have_ical" = xno],
    [AS_ECHO(["  sresv:         yes, without --every (libical)"])])
  AS_IF([test "x$have_web" = xyes], [garq_web="yes"
      AS_IF([test "x$have_ical" = xno],
        [garq_web="yes, without calendars to subscribe to (libical)"])],
    [garq_web="no (without sresv or libmicrohttpd)"])
  AS_ECHO(["  garq-web:      $garq_web"])
  AS_ECHO(["  unit tests:    $enable_tests"])
  AS_ECHO(["  sanitizers:    $enable_sanitizers"])
  AS_IF([test "x$enable_test_timing" = xyes],
    [AS_ECHO(["  test timing:   yes: this plugin is for tests only"])])
  AS_ECHO(["  -Werror:       $enable_werror
"])
  AS_IF([test "x$with_slurm$enable_sanitizers" = xyesyes], [
    AS_ECHO(["A plugin with sanitizers can be loaded only by a slurmctld that runs with
their runtime:
  LD_PRELOAD=\"\$($CC -print-file-name=libasan.so)\" \\
  ASAN_OPTIONS=detect_leaks=0 slurmctld -D
"])
  ])
  AS_IF([test "x$with_slurm" = xyes &&
	 test -z "$with_slurm_plugindir" &&
	 test -n "$slurm_plugindir_found" &&
	 test "x$plugindir" != "x$slurm_plugindir_found"], [
    AC_MSG_NOTICE([the plugins of the installed Slurm are not below the prefix, but in
  $slurm_plugindir_found
  Install there with --with-slurm-plugindir, or add the folder of sched_garq.so
  to PluginDir in slurm.conf.])
  ])
])
