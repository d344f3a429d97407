import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { mock } from 'node:test'

/** A file, by whatever name: what the disk has of it, and what was written since. */
interface File {
  synced: Buffer
  written: [from: number, to: number][]
}

type Names = Map<string, File | 'folder'>

/**
 * What this process writes into folders, and what of it would be there if the power went: files as
 * they were when each was last synced. A name is on the disk when its file or its folder was synced
 * after it was given, as journalling file systems do it.
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
    // Always called with a position here.
    const write = (fd: number, bytes: Uint8Array, offset: number, length: number, at: number) => {
      this.#open.get(fd)?.file.written.push([at, at + length])
      return writeSync(fd, bytes, offset, length, at)
    }
    const sync: typeof fsyncSync = fd => {
      fsyncSync(fd)
      this.#synced(fd)
    }
    const unlink: typeof unlinkSync = path => {
      // Another file may get its inode.
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

  /** Writes what would be left of a folder now. */
  leave(folder: string, copy: string): void {
    for (const [path, file] of this.#names) {
      if (!path.startsWith(folder)) continue
      const to = join(copy, path.slice(folder.length))
      fs.mkdirSync(file === 'folder' ? to : dirname(to), { recursive: true })
      if (file !== 'folder') fs.writeFileSync(to, file.synced)
    }
  }

  /** Watches no longer. */
  end(): void {
    for (const { mock } of this.#mocks) mock.restore()
  }

  #fileOf({ ino }: fs.Stats): File {
    const file = this.#inodes.get(ino) ?? { synced: Buffer.alloc(0), written: [[0, Infinity]] }
    this.#inodes.set(ino, file)
    return file
  }

  #synced(fd: number): void {
    const { path, file } = this.#open.get(fd)!
    const { size } = fs.fstatSync(fd)
    if (fs.lstatSync(path).isDirectory()) this.#syncedFolder(path)
    else this.#syncedFile(path, file, size)
  }

  #syncedFile(path: string, file: File, size: number): void {
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

  #syncedFolder(path: string): void {
    this.#names.set(path, 'folder')
    for (const known of this.#names.keys()) {
      if (dirname(known) === path && !fs.existsSync(known)) this.#names.delete(known)
    }
    for (const name of fs.readdirSync(path)) {
      const stats = fs.lstatSync(join(path, name))
      this.#names.set(join(path, name), stats.isDirectory() ? 'folder' : this.#fileOf(stats))
    }
  }
}
