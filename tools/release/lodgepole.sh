#!/bin/sh
# Runs the command `lodgepole` from any folder, also through symbolic links.
file=$0
while [ -L "$file" ]; do
  target=$(readlink "$file")
  case $target in
    /*) file=$target ;;
    *) file=$(dirname "$file")/$target ;;
  esac
done
node=${LODGEPOLE_NODE:-node}
if ! command -v "$node" >/dev/null; then
  echo "lodgepole: $node is not on the search path; install Node 24 or newer from nodejs.org." >&2
  exit 127
fi
major=$("$node" -p 'process.versions.node.split(".")[0]')
if [ "${major:-0}" -lt 24 ]; then
  echo "lodgepole: Node $major is too old; install Node 24 or newer from nodejs.org." >&2
  exit 1
fi
# Without `--` Node itself stops if the file of `--env-file` does not exist yet.
exec "$node" --disable-warning=ExperimentalWarning -- "$(dirname "$file")/../src/main.js" "$@"
