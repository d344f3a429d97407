# Boots systemd in an empty root directory, in namespaces of its own: `sh boot.sh ROOT NODE`. The
# programs are those of this machine, read-only; /etc has only what their packages install, and all
# other folders are empty, in memory. There is no network but loopback.
set -eu
root=$1
node=$2

if [ $$ -ne 1 ]; then
  # A cgroup of its own, because systemd removes what it does not know from the one it finds.
  mount --make-rprivate /
  mount -t cgroup2 cgroup2 "$root"
  cgroup=$root/lodgepole-machine-$$
  mkdir "$cgroup"
  namespaces='--mount --pid --fork --net --uts --ipc --cgroup --kill-child'
  # shellcheck disable=SC2016
  sh -c 'echo $$ > "$1/cgroup.procs"; shift; exec unshare "$@"' \
    sh "$cgroup" $namespaces -- sh "$0" "$root" "$node" &
  child=$!
  echo "$child"
  trap 'kill -KILL $child 2>/dev/null || true' TERM
  wait $child || wait $child || true
  # Processes of the namespace end with its first one, but not at once.
  tries=100
  until find "$cgroup" -depth -type d -exec rmdir {} + 2>/dev/null; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || exit 1
    sleep 0.2
  done
  exit
fi

umount "$root"
mount -t tmpfs -o mode=755 tmpfs "$root"
cd "$root"
mkdir dev etc etc/systemd etc/systemd/system home mnt opt proc root run srv sys tmp usr var
mkdir var/cache var/lib var/lib/nginx var/log var/log/nginx var/tmp
chmod 700 root
chmod 1777 tmp var/tmp
for folder in bin sbin lib lib64; do ln -s usr/$folder $folder; done

mount --bind /usr usr
mount -o remount,bind,ro usr
mount -t tmpfs -o mode=755 tmpfs usr/local
mkdir usr/local/bin
touch usr/local/bin/node
mount --bind "$node" usr/local/bin/node

for name in alternatives ca-certificates.conf caddy default ld.so.cache ld.so.conf ld.so.conf.d \
  login.defs mime.types nginx nsswitch.conf pam.d postgresql-common security ssl; do
  if [ -e /etc/$name ]; then cp -a /etc/$name etc/; fi
done
cp usr/share/base-passwd/passwd.master etc/passwd
cp usr/share/base-passwd/group.master etc/group
echo '127.0.0.1 localhost stay.example.org' > etc/hosts
: > etc/machine-id

mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir -m 1777 dev/shm
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
mkdir dev/pts
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
ip link set lo up
hostname stay

mkdir old
pivot_root . old
umount -l /old
rmdir /old
exec env -i container=machine PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin \
  /lib/systemd/systemd --unit=basic.target --show-status=no --log-level=warning
