/** Files of an embedded database: synced to the disk, and private to their owner. */
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

interface NodeFiles {
  node_ops: {
    mknod(parent: object, name: string, mode: number, device: number): object
    setattr(node: object, change: { mode?: number }): void
  }
  stream_ops: { fsync?(stream: { nfd: number }): number }
  tryFSOperation(operation: () => void): void
}

/** Permission bits of users other than the owner. */
const otherPermissions = 0o077

/** File system of an embedded database. Adds the `fsync` that NODEFS lacks. */
export class PgliteFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = emscriptenOpts.preRun ?? []
    preRun.push(module => {
      const files = module.NODEFS as unknown as NodeFiles
      makeFilesPrivate(files)
      addFsync(files)
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/**
 * Removes the permissions that PGlite gives to all users for files it unpacks, whatever the umask.
 */
function makeFilesPrivate({ node_ops: nodes }: NodeFiles): void {
  const { mknod, setattr } = nodes
  nodes.mknod = (parent, name, mode, device) =>
    mknod(parent, name, mode & ~otherPermissions, device)
  nodes.setattr = (node, change) => {
    const { mode } = change
    setattr(node, mode === undefined ? change : { ...change, mode: mode & ~otherPermissions })
  }
}

function addFsync(files: NodeFiles): void {
  files.stream_ops.fsync = ({ nfd }) => {
    files.tryFSOperation(() => fs.fsyncSync(nfd))
    return 0
  }
}

/** Name of the marker file of a folder whose new database is not completely synced. */
const unfinishedMarker = 'unfinished'

/**
 * Creates a new database atomically: either all its files are on the disk, or none. Deletes the
 * files of an interrupted start first. PGlite writes the files of a new database without syncing.
 *
 * @param open opens the database, and writes its files if they do not exist
 */
export async function createAtomically<T>(folder: string, open: () => Promise<T>): Promise<T> {
  const marker = join(folder, unfinishedMarker)
  if (fs.existsSync(marker)) removeUnfinished(folder)
  if (fs.existsSync(join(folder, 'PG_VERSION'))) return open()
  fs.writeFileSync(marker, '', { mode: 0o600 })
  sync(marker)
  // The folder and its parent may be new: an entry is durable only when its folder is synced.
  for (const path of [folder, dirname(folder), dirname(dirname(folder))]) sync(path)
  const opened = await open()
  syncAll(folder)
  fs.rmSync(marker)
  sync(folder)
  return opened
}

/** Deletes the files of an interrupted start. The marker stays until the new ones are synced. */
function removeUnfinished(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    if (name !== unfinishedMarker) fs.rmSync(join(folder, name), { recursive: true })
  }
}

function syncAll(path: string): void {
  if (fs.lstatSync(path).isDirectory()) {
    for (const name of fs.readdirSync(path)) syncAll(join(path, name))
  }
  sync(path)
}

function sync(path: string): void {
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}
