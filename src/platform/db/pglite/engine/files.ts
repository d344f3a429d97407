/** How an embedded database keeps its files: on the disk, and for nobody but their owner. */
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

/** The part of Emscripten's NODEFS that is changed here. */
interface NodeFiles {
  node_ops: {
    mknod(parent: object, name: string, mode: number, device: number): object
    setattr(node: object, change: { mode?: number }): void
  }
  stream_ops: { fsync?(stream: { nfd: number }): number }
  tryFSOperation(operation: () => void): void
}

/** What others than its owner may do with a file. */
const others = 0o077

/** The files of an embedded database. PostgreSQL's `fsync` reaches the disk: NODEFS has none. */
export class PgliteFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = emscriptenOpts.preRun ?? []
    preRun.push(module => {
      const files = module.NODEFS as unknown as NodeFiles
      keepPrivate(files)
      syncWhenAsked(files)
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** PGlite gives everybody the rights to files that it unpacks, whatever the process's umask. */
function keepPrivate({ node_ops: nodes }: NodeFiles): void {
  const { mknod, setattr } = nodes
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~others, device)
  nodes.setattr = (node, change) => {
    const { mode } = change
    setattr(node, mode === undefined ? change : { ...change, mode: mode & ~others })
  }
}

function syncWhenAsked(files: NodeFiles): void {
  files.stream_ops.fsync = ({ nfd }) => {
    files.tryFSOperation(() => fs.fsyncSync(nfd))
    return 0
  }
}

/** Stands in a folder while the files of a new database are not all on the disk yet. */
const unfinished = 'unfinished'

/**
 * Makes a new database of which either everything is on the disk, or nothing: what a start has left
 * that was cut off is thrown away first. PGlite writes the files of a new database without syncing.
 *
 * @param open has the files written, if they are not there yet
 */
export async function whole<T>(folder: string, open: () => Promise<T>): Promise<T> {
  const mark = join(folder, unfinished)
  if (fs.existsSync(mark)) clear(folder)
  if (fs.existsSync(join(folder, 'PG_VERSION'))) return open()
  fs.writeFileSync(mark, '', { mode: 0o600 })
  sync(mark)
  for (const path of [folder, dirname(folder), dirname(dirname(folder))]) sync(path)
  const opened = await open()
  syncAll(folder)
  fs.rmSync(mark)
  sync(folder)
  return opened
}

/** The mark goes last: until then the folder is one to clear. */
function clear(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    if (name !== unfinished) fs.rmSync(join(folder, name), { recursive: true })
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
