# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of ../cluster
#
# Starting and ending the daemons: a part of contrib/cluster/cluster.

start_munged() {
	local run=$dir/run log=$dir/log
	(umask 077 && head -c 128 /dev/urandom >"$run/munge.key")
	if ! spawn "$log/munged.err" munged --force --key-file="$run/munge.key" \
		--socket="$run/munge.socket" --pid-file="$run/munged.pid" \
		--seed-file="$run/munge.seed" --log-file="$log/munged.log" ||
		! wait_for "$timeout" pid_of munged; then
		die_with "munged does not start" "$log/munged.err" "$log/munged.log"
	fi
}

# Between its fork and its pid file a daemon is known by its command line only.
some_run() {
	local name count=0
	find_processes
	for name in "${ret_found[@]}"; do
		[[ $name != "$1" ]] || ((++count))
	done
	((count >= $2))
}

ctld_dead() {
	! some_run slurmctld 1 && ! some_run slurmctld 1
}

# Call a client of Slurm that must not hang.
client() { SLURM_CONF=$conf timeout 10 "$@" 2>/dev/null; }

ctld_up() {
	[[ $(client scontrol ping || :) == *" is UP"* ]]
}

ctld_up_or_dead() { ctld_up || ctld_dead; }

# RET 1 if another process has its port
start_ctld() {
	local log=$dir/log reason="slurmctld does not start"
	rm -f -- "$dir/run/slurmctld.pid"
	# A library for slurmctld alone, e.g. that of a sanitizer.
	if spawn "$log/slurmctld.err" env ${GARQ_CLUSTER_PRELOAD:+LD_PRELOAD="$GARQ_CLUSTER_PRELOAD"} \
		slurmctld -f "$conf"; then
		wait_for "$timeout" ctld_up_or_dead ||
			die_with "slurmctld does not answer" "$log/slurmctld.err" "$log/slurmctld.log"
		! ctld_up || ! wait_for 30 pid_of slurmctld || return 0
		reason="slurmctld died"
	fi
	! port_was_taken "$log"/slurmctld.{err,log} || return 1
	die_with "$reason" "$log/slurmctld.err" "$log/slurmctld.log"
}

# Idle, or whatever else its -n makes of a node that has registered.
node_ready() {
	local state
	[[ $1 =~ \ State=([^ ]+) ]] || return 1
	state=${BASH_REMATCH[1]}
	[[ $1 == *" SlurmdStartTime=20"* && $state != *\** ]] || return 1
	[[ $state == IDLE* || ${node_extra[$2]-} =~ [Ss][Tt][Aa][Tt][Ee]= ]]
}

# Not ready: waiting is the list of nodes that are not, with their states.
nodes_ready() {
	local line i
	local -A seen=()
	while read -r line; do
		[[ $line =~ ^NodeName=n([0-9]+)\  ]] || continue
		i=${BASH_REMATCH[1]}
		[[ $line =~ \ State=([^ ]+) ]] && seen[$i]=${BASH_REMATCH[1]}
		! node_ready "$line" "$i" || seen[$i]=ready
	done < <(client scontrol -o show nodes)
	waiting=
	for i in "${slurmds[@]}"; do
		[[ ${seen[$i]-} == ready ]] || waiting+=" n$i:${seen[$i]:-?}"
	done
	[[ -z $waiting ]]
}

nodes_ready_or_dead() {
	nodes_ready || ! some_run slurmctld 1 || ! some_run slurmd ${#slurmds[@]}
}

# RET 1 if another process has the port of one
wait_started() { # numbers of nodes; pids has what is to end when they have started
	local i log=$dir/log
	for i; do
		wait "${pids[i]}" && continue
		! port_was_taken "$log/slurmd.n$i".{err,log} || return 1
		die_with "slurmd of n$i does not start" "$log/slurmd.n$i".{err,log}
	done
}

# Some at a time: bash forgets how a child ended when another one gets its pid.
# RET 1 if another process has the port of one
start_slurmds() {
	local i pids=() log=$dir/log at_once=64
	slurmds=()
	[[ -z $empty ]] || return 0
	for ((i = 1; i <= nodes; i++)); do
		[[ ! ${node_extra[i]-} =~ [Ss][Tt][Aa][Tt][Ee]=(FUTURE|CLOUD) ]] || continue
		slurmds+=("$i")
		mkdir -p -- "$dir/spool/n$i" || die "cannot make $dir/spool/n$i"
		spawn "$log/slurmd.n$i.err" slurmd -N "n$i" -f "$conf" &
		pids[i]=$!
		((${#slurmds[@]} % at_once)) || wait_started "${slurmds[@]: -at_once}" || return 1
	done
	wait_started "${slurmds[@]:${#slurmds[@]} / at_once * at_once}" || return 1
	((${#slurmds[@]})) || return 0
	wait_for "$timeout" nodes_ready_or_dead && nodes_ready && return
	! port_was_taken "$log"/slurmd.n*.log || return 1
	read -r i _ <<<"$waiting"
	die_with "nodes do not come up:$waiting" "$log/slurmctld.log" "$log/slurmd.${i%:*}".{err,log}
}

# Our look at the ports and the daemons' own are seconds apart, and a cluster in a
# chroot, which has another /tmp, does not see what we have taken: if another was
# quicker, begin again with the ports after these.
start_on_ports() {
	local tries from=$first_port
	for tries in {1..5}; do
		take_ports "$from"
		write_conf
		! start_ctld || ! start_slurmds || return 0
		from=$((port + nodes + 1))
		((tries == 5)) || say "a port of $port to $((from - 1)) is taken; trying others"
		forget_start
	done
	die "$tries times others took a port before us; GARQ_CLUSTER_PORT says where to look for one"
}

# All but munged.
forget_start() {
	local pid pids=()
	end_daemons
	find_processes
	for pid in "${!ret_found[@]}"; do
		[[ ${ret_found[$pid]} == munged ]] || pids+=("$pid")
	done
	end_processes "${pids[@]}"
	rm -rf -- "$dir"/log/slurm* "$dir"/{spool,state}/*
}

end_daemons() {
	local file pids=()
	# A slurmd with news of a job does not end before it has told slurmctld.
	for file in "$dir"/run/slurmd.*.pid; do
		file=${file##*/}
		! pid_of "${file%.pid}" || pids+=("$ret_pid")
	done
	end_processes "${pids[@]}"
	! pid_of slurmctld || end_processes "$ret_pid"
}

# End everything and take DIR's contents away, but for what --keep keeps.
tear_down() {
	if pid_of slurmctld && ! no_steps; then
		client scancel -Q -t RUNNING || :
		client scancel -Q -t SUSPENDED || :
		wait_for 6 no_steps || :
	fi
	end_daemons
	wait_for 10 end_steps || :
	! pid_of munged || end_processes "$ret_pid"
	find_processes	# those that died or hang without a pid file
	end_processes "${!ret_found[@]}"
	if ! no_processes; then
		die "still there: ${!ret_found[*]} ${ret_pids[*]-}; $dir is left as it is"
	fi
	free_ports
}

end_steps() {
	local pid steps=()
	find_job_processes
	for pid in "${!ret_found[@]}"; do
		[[ ${ret_found[$pid]} != slurmstepd ]] || steps+=("$pid")
	done
	((${#steps[@]} + ${#ret_pids[@]})) || return 0
	kill -KILL "${ret_pids[@]}" "${steps[@]}" 2>/dev/null || :
	return 1
}
