# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of ../cluster
#
# TCP ports that no other cluster has: a part of contrib/cluster/cluster.
#
# The ports of all clusters of a host are told apart in one file under /tmp, a
# line for each: first port, how many, pid and start time of the munged, folder.
# A line whose munged is gone is void. Clusters in a chroot, or a mount namespace,
# have another /tmp and the same ports: their files are read, too, by root.

readonly ports_file=/tmp/garq-cluster.ports.lock
readonly last_port=31999	# below the usual ephemeral ports

set_first_port() {
	first_port=${GARQ_CLUSTER_PORT:-17000}
	if [[ ! $first_port =~ ^[1-9][0-9]{3,4}$ ]] || ((first_port < 1024 || first_port > last_port)); then
		bad "GARQ_CLUSTER_PORT is not a port, 1024 to $last_port: $first_port"
	fi
}

# Without O_CREAT after that: the kernel refuses it in /tmp on another user's file
# (fs.protected_regular).
make_ports_file() {
	(umask 0 && set -o noclobber && : >"$ports_file") 2>/dev/null || :
	[[ -f $ports_file && ! -L $ports_file && -r $ports_file && -w $ports_file ]] ||
		die "cannot use $ports_file"
}

# Take the lock on the ports file and read its valid lines, ours left out:
# records.
lock_ports() {
	make_ports_file
	# A start that failed while it had the lock takes it again to tear down, in a
	# subshell, whose copy of the descriptor is not the last one.
	[[ -z ${ports_lock-} ]] || flock -u "$ports_lock"
	exec {ports_lock}<"$ports_file"
	flock -w "$timeout" "$ports_lock" || die "$ports_file stays locked"
	read_records "$ports_file"
	records=("${ret_records[@]}")
}

# The valid lines of a ports file, ours left out: ret_records.
read_records() {
	local line
	ret_records=()
	while read -r line; do
		[[ $line =~ ^([0-9]{1,5})\ ([0-9]{1,5})\ ([0-9]+)\ ([0-9]+)\ (/.*)$ ]] || continue
		[[ ${BASH_REMATCH[5]} != "$dir" ]] || continue
		gone "${BASH_REMATCH[3]}" || [[ ${ret_stat[19]} != "${BASH_REMATCH[4]}" ]] ||
			ret_records+=("$line")
	done <"$1"
}

# The lines of those that have another /tmp, as the munged of each sees it: foreign.
read_foreign() {
	local path files=() id
	local -A seen=(["$(stat -L -c %d:%i -- "$ports_file")"]=1)
	foreign=()
	while read -r path; do
		files+=("${path%/cmdline}/root$ports_file")
	done < <(grep -lzsx munged /proc/[0-9]*/cmdline)
	((${#files[@]})) || return 0
	while read -r id path; do
		[[ -z ${seen[$id]-} ]] || continue
		seen[$id]=1
		read_records "$path" 2>/dev/null || continue
		foreign+=("${ret_records[@]}")
	done < <(stat -L -c '%d:%i %n' -- "${files[@]}" 2>/dev/null || :)
}

write_ports() {
	{ ((${#records[@]} == 0)) || printf '%s\n' "${records[@]}"; } |
		dd of="$ports_file" conv=nocreat status=none
}

unlock_ports() {
	exec {ports_lock}<&-
	ports_lock=
}

# Local ports in use, whatever for: ret_busy. TIME_WAIT does not hinder a daemon.
# With awk: read seeks back after each line, which in these files costs a walk
# from the beginning, and there may be thousands.
find_busy_ports() {
	local file hex
	ret_busy=()
	for file in /proc/net/tcp /proc/net/tcp6; do
		[[ -r $file ]] || continue
		while read -r hex; do
			ret_busy[16#$hex]=1
		done < <(awk '$2 ~ /:/ && $4 != "06" { sub(/.*:/, "", $2); print $2 }' "$file")
	done
}

port_is_free() {
	[[ -z ${ret_busy[$1]-} ]] || return 1
	[[ -r /proc/net/tcp ]] || ! (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Take a port for slurmctld and one for each node (nodes without daemons: one for
# all), in a row, FROM this one on, for
# as long as our munged lives: port is the first.
take_ports() {
	local from=$1 count=2 next line first many
	[[ $empty ]] || count=$((nodes + 1))
	# No lock keeps others from what these two read, and they start processes: while
	# a dozen clusters start on a busy machine that takes seconds for each.
	make_ports_file
	read_foreign
	find_busy_ports
	lock_ports
	port=$from next=$from
	while ((next < port + count)); do
		((port + count - 1 <= last_port)) || die "no $count free TCP ports in a row"
		for line in "${records[@]}" "${foreign[@]}"; do
			read -r first many _ <<<"$line"
			if ((next >= first && next < first + many)); then
				port=$((first + many)) next=$port
				continue 2
			fi
		done
		port_is_free "$next" || port=$((next + 1))
		next=$((next + 1))
	done
	if ! pid_of munged || ! read_stat "$ret_pid"; then
		die_with "munged died" "$dir/log/munged.log"
	fi
	records+=("$port $count $ret_pid ${ret_stat[19]} $dir")
	write_ports
	unlock_ports
}

free_ports() {
	lock_ports
	write_ports
	unlock_ports
}

# Has a daemon that is gone found its port taken? It says so at the end of one of
# these files.
port_was_taken() {
	{ tail -q -n 20 -- "$@" 2>/dev/null || :; } | grep -q "Address already in use"
}
