# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of ../cluster
#
# The shape of a cluster, and its slurm.conf: a part of contrib/cluster/cluster.

readonly max_nodes=1024
readonly max_empty=16384	# nodes without daemons

# The path of a step's socket has to fit into sockaddr_un.
check_length() {
	local longest=$dir/spool/n$1/n$1_4294967295.4294967295
	((${#longest} < 108)) ||
		bad "the folder's path is $((${#longest} - 107)) characters too long for a socket: $dir"
}

parse_start() {
	local option extra
	if [[ ! ${1-} =~ ^[0-9]{1,5}$ ]] || ((10#$1 < 1)); then
		bad "start needs the number of nodes, 1 to $max_nodes"
	fi
	nodes=$((10#$1)) scheduler=sched/backfill parameters='' appends=() node_extra=() plugins=
	empty='' most=$max_nodes
	shift
	OPTIND=1
	while getopts :ep:s:P:c:n: option; do
		case $option in
		e) empty=yes most=$max_empty ;;
		p) plugins=$OPTARG ;;
		s) scheduler=$OPTARG ;;
		P) parameters=$OPTARG ;;
		c) appends+=("$OPTARG") ;;
		n) add_node_extra "$OPTARG" ;;
		:) bad "-$OPTARG needs a value" ;;
		*) bad "start has no option -$OPTARG" ;;
		esac
	done
	((OPTIND > $#)) || bad "start does not know what to do with ${!OPTIND}"
	((nodes <= most)) || bad "start needs the number of nodes, 1 to $most"
	[[ $scheduler =~ ^sched/[A-Za-z0-9_]+$ ]] || bad "not a SchedulerType: $scheduler"
	[[ $parameters != *[[:space:]#]* ]] || bad "blanks or # in SchedulerParameters: $parameters"
	[[ ,$parameters == *,bf_interval=* ]] || parameters=bf_interval=2${parameters:+,$parameters}
	for extra in "${appends[@]}"; do
		[[ -r $extra && ! -d $extra ]] || bad "cannot read $extra"
	done
	check_length "$nodes"
	[[ -z $plugins ]] || compgen -G "$plugins/*.so" >/dev/null || bad "no plugin in $plugins"
}

# Merge the lines of a file into slurm.conf: each takes the place of the line
# with the same key (and, for a node or a partition, the same name).
merge_conf() {
	awk '
	function id(line,	key, name) {
		key = line
		sub(/=.*/, "", key)
		gsub(/[ \t]/, "", key)
		key = tolower(key)
		if (key !~ /^(nodename|partitionname|nodeset|downnodes)$/)
			return key
		name = line
		sub(/^[^=]*=[ \t]*/, "", name)
		sub(/[ \t].*/, "", name)
		return key "=" name
	}
	function emit(key) {
		if (!(key in done) && new[key] !~ /^[^=]*=[ \t]*$/)
			print new[key]
		done[key] = 1
	}
	FILENAME == ARGV[1] {
		while (sub(/\\$/, "") && (getline more) > 0)
			$0 = $0 more
		if ($0 ~ /^[ \t]*(#|$)/)
			next
		key = id($0)
		if (!(key in new))
			order[++n] = key
		new[key] = $0
		next
	}
	{
		key = id($0)
		if (key in new)
			emit(key)
		else
			print
	}
	END {
		for (i = 1; i <= n; i++)
			emit(order[i])
	}' "$1" "$conf" >"$conf.new"
	mv -- "$conf.new" "$conf"
}

# The numbers of the nodes in n3 or n[1-4,7]: ret_nodes.
parse_nodes() {
	local part list
	ret_nodes=()
	[[ $1 =~ ^n([0-9]{1,5})$ || $1 =~ ^n\[([0-9,-]+)\]$ ]] || bad "not nodes: $1"
	list=${BASH_REMATCH[1]}
	for part in ${list//,/ }; do
		[[ $part =~ ^([0-9]{1,5})(-([0-9]{1,5}))?$ ]] || bad "not nodes: $1"
		local first=$((10#${BASH_REMATCH[1]})) last=$((10#${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}))
		((first >= 1 && first <= last && last <= nodes)) || bad "not nodes n1 to n$nodes: $1"
		while ((first <= last)); do ret_nodes+=($((first++))); done
	done
}

# One -n: its words go to node_extra[I] of every node it is for.
add_node_extra() {
	local words word i
	read -ra words <<<"$1"
	((${#words[@]})) || bad "-n is empty"
	if [[ ${words[0]} == *=* ]]; then
		parse_nodes "n[1-$nodes]"
	else
		parse_nodes "${words[0]}"
		words=("${words[@]:1}")
		((${#words[@]})) || bad "-n sets nothing: $1"
	fi
	for word in "${words[@]}"; do
		[[ $word =~ ^[A-Za-z]+=.+$ ]] || bad "not KEY=VALUE in -n: $word"
		[[ ! ${word,,} =~ ^(node(name|hostname|addr)|port)= ]] || bad "cannot be set with -n: $word"
	done
	for i in "${ret_nodes[@]}"; do node_extra[i]+=" ${words[*]}"; done
}

# The attributes of a node: ret_attributes. Nodes without daemons that are alike
# share one line of slurm.conf, so they have no feature by their number.
set_attributes() {
	local i=$1 word key order=(cpus realmemory features state) feature=even
	local -A attr
	((i % 2 == 0)) || feature=odd
	[[ -z $empty ]] || feature=empty
	attr=([cpus]=CPUs=2 [realmemory]=RealMemory=1000 [features]=Features=$feature [state]=State=UNKNOWN)
	for word in ${node_extra[i]-}; do
		key=${word%%=*}
		key=${key,,}
		[[ $key != feature ]] || key=features
		[[ ! $key =~ ^(boards|sockets|socketsperboard|corespersocket|threadspercore)$ ]] ||
			[[ ${attr[cpus]} != CPUs=2 ]] || attr[cpus]=
		[[ -v attr[$key] ]] || order+=("$key")
		attr[$key]=$word
	done
	ret_attributes=
	for key in "${order[@]}"; do ret_attributes+=${attr[$key]:+ ${attr[$key]}}; done
}

print_nodes() {
	local i first=1 before
	for ((i = 1; i <= nodes; i++)); do
		[[ $empty && $i -gt 1 && ${node_extra[i]-} == "${node_extra[i - 1]-}" ]] ||
			set_attributes "$i"
		if [[ -z $empty ]]; then
			printf 'NodeName=n%d NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d%s\n' \
				"$i" $((port + i)) "$ret_attributes"
			continue
		fi
		[[ ${before=$ret_attributes} == "$ret_attributes" ]] ||
			{ print_alike $first $((i - 1)) "$before"; first=$i before=$ret_attributes; }
	done
	[[ -z $empty ]] || print_alike $first "$nodes" "$before"
}

print_alike() {
	printf 'NodeName=n[%d-%d] NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d%s\n' \
		"$1" "$2" $((port + 1)) "$3"
}

print_conf() {
	local i user
	user=$(id -un 2>/dev/null) || user=$(id -u)
	cat <<EOF
ClusterName=garq
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge.socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd.%n.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.%n.log
SlurmctldDebug=debug
SlurmdDebug=info
SlurmctldSyslogDebug=quiet
SlurmdSyslogDebug=quiet
DebugFlags=NO_CONF_HASH
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
MailProg=/bin/true
InactiveLimit=0
KillWait=2
MinJobAge=300
SlurmdTimeout=$([[ $empty ]] && echo 0 || echo 300)
SchedulerType=$scheduler
SchedulerParameters=$parameters
EOF
	[[ -z $plugin_path ]] || printf 'PluginDir=%s\n' "$plugin_path"
	print_nodes
	cat <<EOF
PartitionName=main Nodes=n[1-$nodes] Default=YES MaxTime=UNLIMITED DefaultTime=60 State=UP
PartitionName=half Nodes=n[1-$(((nodes + 1) / 2))] MaxTime=UNLIMITED DefaultTime=60 State=UP
EOF
}

# slurmd looks for cgroups even where nothing uses them, and does not start when
# they are not mounted or (v2) nobody answers on dbus. From 24.05 it can be told
# to do without; before, its plugin for v1 is the one that touches nothing.
print_cgroup_conf() {
	local version
	version=$(slurmctld -V)
	[[ $version =~ ([0-9]+)\.([0-9]+) ]] || die "slurmctld has no version: $version"
	if ((BASH_REMATCH[1] * 100 + 10#${BASH_REMATCH[2]} < 2405)); then
		echo CgroupPlugin=cgroup/v1
	else
		echo CgroupPlugin=disabled
	fi
}

write_conf() {
	local file
	print_conf >"$conf"
	print_cgroup_conf >"$dir/cgroup.conf"
	for file in "${appends[@]}"; do merge_conf "$file"; done
}

# Slurm's own plugins: beside the slurmctld that will run.
find_plugin_dir() {
	local prefix file
	prefix=$(readlink -f -- "$(command -v slurmctld)")
	prefix=${prefix%/*/*}
	for file in "$prefix"/lib*/{,*/}slurm*/sched_backfill.so; do
		[[ -e $file ]] || continue
		ret_plugin_dir=${file%/*}
		return
	done
	die "cannot find Slurm's sched_backfill.so in $prefix/lib*"
}

# Every client reads PluginDir, of whatever user, and a folder below one's home
# may be closed to others: the plugins are copied.
copy_plugins() {
	plugin_path=
	[[ -n $plugins ]] || return 0
	mkdir -m 755 -- "$dir/plugins"
	install -m 755 -t "$dir/plugins" -- "$plugins"/*.so
	find_plugin_dir
	plugin_path=$dir/plugins:$ret_plugin_dir
	copy_programs
}

# The programs of the build that the plugins are of, for env: copies, too. sresv
# starts the garq-web that is beside it, which has to be told where its page is.
copy_programs() {
	local build program web=$dir/programs/web
	build=$(realpath -- "$plugins/../..")
	mkdir -m 755 -- "$dir/programs"
	for program in sresv garq-ledger; do
		[[ ! -x $build/contrib/$program/$program ]] ||
			install -m 755 -t "$dir/programs" -- "$build/contrib/$program/$program"
	done
	[[ -x $build/contrib/web/garq-web ]] || return 0
	install -m 755 -D -t "$web" -- "$build/contrib/web/garq-web"
	cp -R -- "$parts/../web/page" "$web/page"
	chmod -R a+rX -- "$web"
	printf '#!/bin/sh\nexec %s/garq-web --page %s/page "$@"\n' "$web" "$web" >"$dir/programs/garq-web"
	chmod 755 -- "$dir/programs/garq-web"
}
