# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2034 # they use what this sets
# What garq-eval, osp-eval and lrh-eval share. They source it; out is the folder
# that results go to.

top=$(cd "$(dirname "$0")/../.." && pwd)
here=$top/contrib/eval
build=$top/${GARQ_EVAL_BUILD:-build-eval}
tools=$build/contrib/eval
out=''

die() { echo "${0##*/}: $*" >&2; exit 2; }

number() { # option, value, least, most (999999999)
	if ! [[ ${2-} =~ ^[0-9]{1,9}$ ]] || ((10#$2 < $3 || 10#$2 > ${4-999999999})); then
		die "$1 needs a number from $3 to ${4-999999999}"
	fi
	echo "$((10#$2))"
}

check_trace() { # file
	[ -r "$1" ] || die "$1 cannot be read"
	[[ $1 != *.gz ]] || gzip -tq -- "$1" || die "$1 is damaged"
}

trace_name() { # file: its name without what CSV cannot have
	local name=${1##*/}
	name=${name%.gz} name=${name%.swf}
	echo "${name//[^A-Za-z0-9._-]/_}"
}

plain() { gzip -cdf -- "$1" 2>/dev/null || true; } # file

# Build tools out of the way, without Slurm and without tests. Two evaluations that
# begin together build one after the other.
build_tools() { # names, or paths from the top...
	(
		local paths=() t
		for t; do
			[[ $t == */* ]] || t=contrib/eval/$t
			paths+=("$t")
		done
		cd "$top" || exit
		mkdir -p "$build"
		exec 9>"$build/.lock"
		flock 9
		[ -x configure ] || ./autogen.sh >/dev/null 2>&1
		cd "$build" || exit
		[ -e Makefile ] || ../configure --quiet --without-slurm --disable-tests >/dev/null
		make -s "${paths[@]}" >/dev/null 9>&-
	)
}

# Between two lines <!-- name --> and <!-- end of name --> of a page, or of its page of
# tables (GARQ-TABLES.md of GARQ.md), write for each of the names the file of that name.
# If nothing of a name has run in this folder, there is no such file, and the page
# keeps its text.
write_page() { # page, names...
	local page
	for page in "$1" "${1%.md}-TABLES.md"; do
		awk -v folder="$out" -v names=" ${*:2} " '
			/^<!-- end of / { ours = 0 }
			!ours { print }
			/^<!-- [a-z0-9]+ -->$/ && index(names, " " $2 " ") {
				is_text = $2 == "runs"
				file = folder "/" $2 (is_text ? ".txt" : ".md")
				ours = (getline text < file) > 0
				if (!ours) next
				if (is_text) print "```"
				do print text; while ((getline text < file) > 0)
				if (is_text) print "```"
			}' "$here/$page" >"$out/$page"
		mv "$out/$page" "$here/$page"
	done
}
