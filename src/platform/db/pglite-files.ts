import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

/** The part of Emscripten's NODEFS that is changed here. */
interface NodeFiles {
  node_ops: {
    mknod(parent: object, name: string, mode: number, device: number): object
    setattr(node: object, change: { mode?: number }): void
  }
}

/** What others than its owner may do with a file. */
const others = 0o077

/** The files of an embedded database: only their owner may read and write them. */
export class PgliteFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = emscriptenOpts.preRun ?? []
    preRun.push(module => keepPrivate(module.NODEFS as unknown as NodeFiles))
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
