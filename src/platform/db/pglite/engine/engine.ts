import { PGlite, type Results } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { makePrivate } from '../../../private-folder.ts'
import { parsers } from '../../parsers.ts'
import { PgliteFiles, whole } from './files.ts'
import { KeptPlans } from './kept-plans.ts'
import type { Request, Result } from './request.ts'

/** What an engine is opened with; it goes to a thread, so it holds no functions. */
export interface EngineOptions {
  /** Where the data lies; none: in memory. */
  folder?: string | undefined
  /** Whether a commit is on the disk before it is acknowledged. */
  isSynced: boolean
  /** PostgreSQL, compiled. */
  wasm: WebAssembly.Module
}

/** PostgreSQL in WebAssembly, which does one thing at a time. */
export interface Engine {
  /** Grows when the engine was opened again: what was begun before has been rolled back. */
  readonly session: number
  /**
   * The results of all statements of a request.
   *
   * @param limitMs how long it may take; one that takes longer is ended, and the session with it
   */
  ask(request: Request, limitMs?: number): Promise<Result[]>
  close(): Promise<void>
}

/** As a server says that it has ended a connection. */
export function connectionLost(): Error {
  return Object.assign(new Error('The embedded database has stopped'), { code: '57P01' })
}

/** As a server says that it has ended a transaction in which nothing was done. */
export function idleTooLong(): Error {
  return Object.assign(new Error('A transaction was idle for too long'), { code: '25P03' })
}

/** As a server says that it has ended a statement. */
export function tookTooLong(limitMs: number): Error {
  const message = `A statement on the embedded database took more than ${limitMs} ms`
  return Object.assign(new Error(message), { code: '57014' })
}

/** PostgreSQL's default, fdatasync, does nothing in this build. */
const syncing = ['-c', 'wal_sync_method=fsync']

/** @param onNotification told of what is notified on the channels that it listens to */
export async function openEngine(
  { folder, isSynced, wasm }: EngineOptions,
  onNotification: (channel: string, payload: string) => void,
): Promise<Engine> {
  const open = () =>
    PGlite.create({
      ...(folder ? { fs: new PgliteFiles(folder) } : {}),
      startParams: isSynced ? startParams() : PGlite.defaultStartParams,
      extensions: { btree_gist },
      parsers,
      relaxedDurability: false,
      pgliteWasmModule: wasm,
    })
  if (folder) makePrivate(folder)
  const pglite = await (folder && isSynced ? whole(folder, open) : open()).catch(error => {
    throw asFileError(error, folder)
  })
  pglite.onNotification(onNotification)
  const plans = new KeptPlans(pglite)
  return {
    session: 0,
    async ask({ text, values, asArrays, begin, input }) {
      if (values !== undefined && values.length > 0) {
        return [await plans.ask({ text, values, asArrays, begin })]
      }
      const blob = input ? { blob: new Blob([input]) } : {}
      const options = { ...(asArrays ? ({ rowMode: 'array' } as const) : {}), ...blob }
      if (begin) await pglite.exec(begin)
      const results = await pglite.exec(text, options)
      return values === undefined ? results : [await withOutput(results[0]!)]
    },
    close: () => pglite.close(),
  }
}

/** Codes of WASI, which the engine's file system reports as numbers without a text. */
const fileErrors: Record<number, string> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  33: 'EMFILE',
  41: 'ENFILE',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

/** Returns an error of the engine's file system as one of Node's, and others as they are. */
function asFileError(error: unknown, folder: string | undefined): unknown {
  const { name, errno } = error as { name?: string; errno?: number }
  if (name !== 'ErrnoError' || errno === undefined) return error
  const code = fileErrors[errno]
  return Object.assign(new Error(`${code ?? `Error ${errno}`} in ${folder}`), {
    code,
    path: folder,
  })
}

/** A blob would not survive the way to another thread when its own ends. */
async function withOutput({ blob, rows, affectedRows }: Results): Promise<Result> {
  const output = blob && new Uint8Array(await blob.arrayBuffer())
  return { rows, affectedRows, output }
}

/** PGlite's own, which tell PostgreSQL not to sync anything by -F. */
function startParams(): string[] {
  return [...PGlite.defaultStartParams.filter(param => param !== '-F'), ...syncing]
}
