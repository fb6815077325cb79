# shellcheck shell=bash
# chroot.sh: functions for minimal Debian systems in folders. check-fresh and check-install source it. Needs root.

die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# inside ROOT: prints the ids of the processes whose root folder is ROOT, by chroot or `enter`. No other process of this machine has it.
inside() {
  local process
  for process in /proc/[0-9]*; do
    ! [ "$process/root" -ef "$1" ] || echo "${process#/proc/}"
  done
}

# enter ROOT COMMAND…: runs the command in ROOT, by pivot_root in a mount namespace of its own. A chroot will not do: the kernel refuses
# user namespaces to a process in a chroot (user_namespaces(7), EPERM), and tests need them.
enter() {
  unshare --mount sh -c 'mount --rbind "$0" "$0" && cd "$0" && pivot_root . . && umount -l . && cd / && exec "$@"' "$@"
}

# end_inside ROOT: ends the processes whose root folder is ROOT.
end_inside() {
  local pids
  pids=$(inside "$1")
  [ -n "$pids" ] || return 0
  kill $pids 2>/dev/null || true
  sleep 2
  pids=$(inside "$1")
  [ -z "$pids" ] || kill -9 $pids 2>/dev/null || true
}

# mirror SUITE: prints the URL of the first source of SUITE in apt's lists, which have one of two formats.
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

# make_debian ROOT SUITE [OPTION…]: installs a minimal Debian in ROOT, from the mirror that this machine's apt uses, with this machine's
# network settings: name resolution, apt's proxy, certificate authorities. Options are debootstrap's.
make_debian() {
  local root=$1 suite=$2 from script='' proxy scripts=${DEBOOTSTRAP_DIR:-/usr/share/debootstrap}/scripts
  shift 2
  command -v debootstrap >/dev/null || die 'debootstrap is missing: install the Debian package debootstrap.'
  # The mirror of this machine's own release has the other releases, too.
  from=$(mirror "$suite")
  [ -n "$from" ] || from=$(mirror "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")")
  [ -n "$from" ] || die "apt's lists on this machine have no source of $suite or of its own release"
  # A debootstrap older than the release has no script for it. All releases share sid's.
  [ -e "$scripts/$suite" ] || script=$scripts/sid
  echo "== a minimal Debian ($suite) in $root"
  debootstrap --variant=minbase "$@" "$suite" "$root" "$from" $script >"$root.log" 2>&1 || { tail "$root.log"; die 'debootstrap failed'; }
  rm -f "$root.log"
  ! [ -f /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  ! [ -f /etc/hosts ] || cp -L /etc/hosts "$root/etc/hosts"
  for proxy in $(grep -lsi 'acquire::https\?::proxy' /etc/apt/apt.conf /etc/apt/apt.conf.d/* || true); do cp "$proxy" "$root/etc/apt/apt.conf.d/"; done
  # The authorities that this machine trusts beside Debian's; the package ca-certificates reads this folder.
  mkdir -p "$root/usr/local/share"
  ! [ -d /usr/local/share/ca-certificates ] || cp -RL /usr/local/share/ca-certificates "$root/usr/local/share/"
}

# mount_in ROOT, unmount_in ROOT: /proc, /dev, pseudo-terminals and shared memory for the programs inside.
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
