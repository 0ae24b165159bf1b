# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of ../cluster
#
# Finding out which cluster a process belongs to, and ending processes: a part
# of contrib/cluster/cluster.

# The fields of /proc/PID/stat after the name: ret_stat[0] is the state, [1] the
# parent, [19] the start time.
read_stat() {
	local line
	{ read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
	read -ra ret_stat <<<"${line##*) }"
}

# A zombie counts as gone once its last thread has ended: there may be no parent
# that reaps it.
gone() {
	local pid threads
	for pid; do
		read_stat "$pid" || continue
		[[ ${ret_stat[0]} == [ZX] ]] || return 1
		threads=("/proc/$pid/task"/[0-9]*)
		((${#threads[@]} <= 1)) || return 1
	done
}

end_processes() {
	(($#)) || return 0
	kill -TERM "$@" 2>/dev/null || :
	wait_for 10 gone "$@" && return
	kill -KILL "$@" 2>/dev/null || :
	wait_for 10 gone "$@" || say "cannot end process $*"
}

in_command_line() {
	local argv
	{ mapfile -d '' -t argv <"/proc/$1/cmdline"; } 2>/dev/null || return 1
	[[ " ${argv[*]-}" == *[\ =]"$dir"/* ]]
}

# The daemon of a pid file, if it lives and is ours: ret_pid.
pid_of() {
	{ read -r ret_pid <"$dir/run/$1.pid"; } 2>/dev/null || return 1
	[[ $ret_pid =~ ^[0-9]+$ ]] && ! gone "$ret_pid" && in_command_line "$ret_pid"
}

# Everything of this cluster but the processes of jobs: ret_found[PID] is munged,
# slurmctld, slurmd, slurmstepd or slurmscriptd (which goes with its slurmctld), or
# a garq-web whose token lies in the folder.
find_processes() {
	local path pid argv paths=()
	local -A steps=()
	declare -gA ret_found=()
	# With one process, not a look at each: there are hundreds where tests run.
	while read -r path; do
		pid=${path//[!0-9]/}
		{ mapfile -d '' -t argv <"$path"; } 2>/dev/null || continue
		case ${argv[0]-} in
		munged | slurmctld | slurmd | web | *garq-web)
			[[ " ${argv[*]}" != *[\ =]"$dir"/* ]] || ret_found[$pid]=${argv[0]} ;;
		*slurmstepd*) steps[$pid]=slurmstepd ;;
		*slurmscriptd*) steps[$pid]=slurmscriptd ;;
		esac
	done < <(grep -lzsF -e slurmstepd -e slurmscriptd -e "$dir/" /proc/[0-9]*/cmdline)
	# A file of the folder is open in those that are ours.
	((${#steps[@]})) || return 0
	for pid in "${!steps[@]}"; do paths+=("/proc/$pid/cwd" "/proc/$pid/fd"); done
	while read -r path; do
		pid=${path#/proc/} pid=${pid%%/*}
		ret_found[$pid]=${steps[$pid]}
	done < <(find "${paths[@]}" -maxdepth 1 -lname "$dir/*" 2>/dev/null || :)
}

# The processes that jobs of this cluster started: ret_pids.
find_job_processes() {
	local path pid up depth
	local -A parent=()
	ret_pids=()
	if ! no_steps; then
		for path in /proc/[0-9]*; do
			pid=${path#/proc/}
			! read_stat "$pid" || parent[$pid]=${ret_stat[1]}
		done
	fi
	for pid in "${!parent[@]}"; do
		up=${parent[$pid]} depth=0
		while [[ -n ${parent[$up]-} && ${ret_found[$up]-} != slurmstepd ]] && ((++depth < 100)); do
			up=${parent[$up]}
		done
		[[ ${ret_found[$up]-} != slurmstepd ]] || ret_pids+=("$pid")
	done
	while read -r path; do
		! grep -qzs '^SLURMD_NODENAME=' "$path" || ret_pids+=("${path//[!0-9]/}")
	done < <(grep -lzxsF -- "SLURM_CONF=$conf" /proc/[0-9]*/environ)
}

no_steps() {
	find_processes
	[[ " ${ret_found[*]-} " != *" slurmstepd "* ]]
}

no_processes() {
	find_job_processes
	((${#ret_found[@]} + ${#ret_pids[@]} == 0))
}

# In the background, holding nothing of ours open: a caller may wait for the end
# of a pipe, and the locks are file descriptors.
spawn() (
	err=$1
	shift
	for fd in "/proc/$BASHPID/fd"/*; do
		fd=${fd##*/}
		((fd <= 2)) || eval "exec $fd>&-"
	done
	cd "$dir/log" || exit
	exec "$@" </dev/null >"$err" 2>&1
)
