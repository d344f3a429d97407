import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { mock } from 'node:test'

/** A file by its inode: its synced content, and later writes. */
interface File {
  synced: Buffer
  written: [from: number, to: number][]
}

type Names = Map<string, File | 'folder'>

/**
 * Recorder of the writes of this process into folders, and of the state that a power failure would
 * leave: the content of each file when it was last synced. A name is durable if its file or its
 * folder was synced after it was created, as in journalling file systems.
 */
export class Disk {
  readonly #inodes = new Map<number, File>()
  readonly #open = new Map<number, { path: string; file: File }>()
  readonly #names: Names = new Map()
  readonly #openSync = fs.openSync
  readonly #mocks: { mock: { restore(): void } }[]

  constructor() {
    const { openSync, writeSync, fsyncSync, unlinkSync } = fs
    const open: typeof openSync = (path, ...rest) => {
      const fd = openSync(path, ...rest)
      this.#open.set(fd, { path: String(path), file: this.#fileOf(fs.fstatSync(fd)) })
      return fd
    }
    // Callers always pass a position.
    const write = (fd: number, bytes: Uint8Array, offset: number, length: number, at: number) => {
      this.#open.get(fd)?.file.written.push([at, at + length])
      return writeSync(fd, bytes, offset, length, at)
    }
    const sync: typeof fsyncSync = fd => {
      fsyncSync(fd)
      this.#recordSync(fd)
    }
    const unlink: typeof unlinkSync = path => {
      // Another file may get this inode.
      this.#inodes.delete(fs.lstatSync(path).ino)
      unlinkSync(path)
    }
    this.#mocks = [
      mock.method(fs, 'openSync', open),
      mock.method(fs, 'writeSync', write as typeof writeSync),
      mock.method(fs, 'fsyncSync', sync),
      mock.method(fs, 'unlinkSync', unlink),
    ]
  }

  /** Writes the state of a folder as a power failure at this moment would leave it. */
  copyDurableState(folder: string, copy: string): void {
    for (const [path, file] of this.#names) {
      if (!path.startsWith(folder)) continue
      const to = join(copy, path.slice(folder.length))
      fs.mkdirSync(file === 'folder' ? to : dirname(to), { recursive: true })
      if (file !== 'folder') fs.writeFileSync(to, file.synced)
    }
  }

  end(): void {
    for (const { mock } of this.#mocks) mock.restore()
  }

  #fileOf({ ino }: fs.Stats): File {
    const file = this.#inodes.get(ino) ?? { synced: Buffer.alloc(0), written: [[0, Infinity]] }
    this.#inodes.set(ino, file)
    return file
  }

  #recordSync(fd: number): void {
    const { path, file } = this.#open.get(fd)!
    const { size } = fs.fstatSync(fd)
    if (fs.lstatSync(path).isDirectory()) this.#recordFolderSync(path)
    else this.#recordFileSync(path, file, size)
  }

  #recordFileSync(path: string, file: File, size: number): void {
    this.#names.set(path, file)
    if (file.synced.length !== size) file.synced = Buffer.concat([file.synced], size)
    const content = this.#openSync(path, 'r')
    for (const [from, to] of file.written) {
      const end = Math.min(to, size)
      if (end > from) fs.readSync(content, file.synced, from, end - from, from)
    }
    file.written = []
    fs.closeSync(content)
  }

  #recordFolderSync(path: string): void {
    this.#names.set(path, 'folder')
    for (const existing of this.#names.keys()) {
      if (dirname(existing) === path && !fs.existsSync(existing)) this.#names.delete(existing)
    }
    for (const name of fs.readdirSync(path)) {
      const stats = fs.lstatSync(join(path, name))
      this.#names.set(join(path, name), stats.isDirectory() ? 'folder' : this.#fileOf(stats))
    }
  }
}
