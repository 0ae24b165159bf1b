# GARQ_ICAL
# ---------
# sresv works out the dates of a series with libical, and garq-web writes its
# calendars to subscribe to with it, where it is found.
# Call after GARQ_LIBSLURM.
# SUBST LIBICAL_CFLAGS, LIBICAL_LIBS; conditional HAVE_ICAL
#
AC_DEFUN([GARQ_ICAL], [
  have_ical=no
  AS_IF([test "x$with_sresv" = xyes], [
    PKG_CHECK_MODULES([LIBICAL], [libical >= 3.0], [have_ical=yes], [:])
  ])
  AM_CONDITIONAL([HAVE_ICAL], [test "x$have_ical" = xyes])
])
