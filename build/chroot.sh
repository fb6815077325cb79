# shellcheck shell=bash
# chroot.sh: minimal Debian systems in folders, for check-fresh and check-install, which source this. Needs root.

die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# inside ROOT: the processes whose root folder it is, by chroot or by `enter`: nothing else on this machine has it.
inside() {
  local process
  for process in /proc/[0-9]*; do
    ! [ "$process/root" -ef "$1" ] || echo "${process#/proc/}"
  done
}

# enter ROOT COMMAND…: runs the command there. Unlike chroot it leaves the namespace of mounts with that root alone: the kernel refuses
# user namespaces to a process in a chroot (user_namespaces(7), EPERM), and tests need them.
enter() {
  unshare --mount sh -c 'mount --rbind "$0" "$0" && cd "$0" && pivot_root . . && umount -l . && cd / && exec "$@"' "$@"
}

# end_inside ROOT: ends them.
end_inside() {
  local pids
  pids=$(inside "$1")
  [ -n "$pids" ] || return 0
  kill $pids 2>/dev/null || true
  sleep 2
  pids=$(inside "$1")
  [ -z "$pids" ] || kill -9 $pids 2>/dev/null || true
}

# mirror SUITE: the first source of the main archive for it, in either format of apt's lists.
mirror() {
  local suite=$1 list
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [ -r "$list" ] || continue
    case $list in
      *.list) awk -v s=$suite '$1 == "deb" { for (i = 2; i < NF; i++) if ($i ~ /^(https?|file):/ && $(i + 1) == s) { print $i; exit } }' "$list" ;;
      *) awk -v s=$suite -v RS= '{ uri = ""; fits = 0
           n = split($0, line, "\n")
           for (i = 1; i <= n; i++) {
             if (line[i] ~ /^URIs:/) { split(line[i], w, " +"); uri = w[2] }
             if (line[i] ~ /^Suites:/) fits = (line[i] " ") ~ (" " s " ")
           }
           if (fits) { print uri; exit } }' "$list" ;;
    esac
  done | head -n 1
}

# make_debian ROOT SUITE [OPTION…]: a minimal Debian from the mirror that this machine's apt uses, which reaches the network as this
# machine does; options are debootstrap's.
make_debian() {
  local root=$1 suite=$2 from script='' proxy scripts=${DEBOOTSTRAP_DIR:-/usr/share/debootstrap}/scripts
  shift 2
  command -v debootstrap >/dev/null || die 'debootstrap is missing (Debian package debootstrap)'
  # The archive of this machine's own release has the others, too.
  from=$(mirror "$suite")
  [ -n "$from" ] || from=$(mirror "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")")
  [ -n "$from" ] || die "no source of $suite, nor of this machine's own release, in its apt lists"
  # A debootstrap that is older than the release has no script for it. All releases share one.
  [ -e "$scripts/$suite" ] || script=$scripts/sid
  echo "== a minimal Debian ($suite) in $root"
  debootstrap --variant=minbase "$@" "$suite" "$root" "$from" $script >"$root.log" 2>&1 || { tail "$root.log"; die 'debootstrap failed'; }
  rm -f "$root.log"
  ! [ -f /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  ! [ -f /etc/hosts ] || cp -L /etc/hosts "$root/etc/hosts"
  for proxy in $(grep -lsi 'acquire::https\?::proxy' /etc/apt/apt.conf /etc/apt/apt.conf.d/* || true); do cp "$proxy" "$root/etc/apt/apt.conf.d/"; done
  # What this machine trusts beside Debian's own authorities. The package ca-certificates finds it there.
  mkdir -p "$root/usr/local/share"
  ! [ -d /usr/local/share/ca-certificates ] || cp -RL /usr/local/share/ca-certificates "$root/usr/local/share/"
}

# mount_in ROOT, unmount_in ROOT: what programs inside want of the kernel
mount_in() {
  mount -t proc proc "$1/proc"
  mount --bind /dev "$1/dev"
  mount -t devpts -o newinstance,ptmxmode=0666,gid=5 devpts "$1/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
}
unmount_in() {
  local mounted
  for mounted in dev/shm dev/pts dev proc; do
    ! mountpoint -q "$1/$mounted" || umount "$1/$mounted" || umount -l "$1/$mounted"
  done
}
