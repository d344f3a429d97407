import { PGlite, type Results } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { makePrivate } from '../../../io/private-folder.ts'
import { OperatorError } from '../../../operator-error.ts'
import { sqlStates } from '../../sql-states.ts'
import { parsers } from '../../type-parsers.ts'
import { createAtomically, PgliteFiles } from './files.ts'
import { PreparedStatements } from './prepared-statements.ts'
import type { Request, Result } from './request.ts'

/** Options of an engine. They are sent to a worker thread, so they hold no functions. */
export interface EngineOptions {
  /** Data folder; undefined: in memory. */
  folder?: string | undefined
  /** True: a commit is synced to the disk before it returns. */
  isSynced: boolean
  wasm: WebAssembly.Module
}

/** PostgreSQL in WebAssembly, which runs one request at a time. */
export interface Engine {
  /** Number of restarts. A transaction of an earlier session was rolled back. */
  readonly session: number
  /**
   * Runs a request and returns the results of all its statements.
   *
   * @param limitMs timeout, after which the engine is restarted
   */
  run(request: Request, limitMs?: number): Promise<Result[]>
  close(): Promise<void>
}

export function connectionLostError(): Error {
  return Object.assign(new OperatorError('The embedded database has stopped'), {
    code: sqlStates.adminShutdown,
  })
}

export function idleTimeoutError(): Error {
  return Object.assign(new OperatorError('A transaction was idle for too long'), {
    code: sqlStates.idleInTransactionTimeout,
  })
}

export function statementTimeoutError(limitMs: number): Error {
  const message = `A statement on the embedded database took more than ${limitMs} ms`
  return Object.assign(new OperatorError(message), { code: sqlStates.queryCanceled })
}

/** Sync method: PostgreSQL's default, fdatasync, does nothing in this build. */
const syncParams = ['-c', 'wal_sync_method=fsync']

/**
 * Opens an engine.
 *
 * @param onNotification called for each notification on subscribed channels
 */
export async function openEngine(
  { folder, isSynced, wasm }: EngineOptions,
  onNotification: (channel: string, payload: string) => void,
): Promise<Engine> {
  const open = () =>
    PGlite.create({
      ...(folder ? { fs: new PgliteFiles(folder) } : {}),
      startParams: isSynced ? syncedStartParams() : PGlite.defaultStartParams,
      extensions: { btree_gist },
      parsers,
      relaxedDurability: false,
      pgliteWasmModule: wasm,
    })
  if (folder) makePrivate(folder)
  const pglite = await (folder && isSynced ? createAtomically(folder, open) : open()).catch(
    error => {
      throw asFileError(error, folder)
    },
  )
  pglite.onNotification(onNotification)
  const preparedStatements = new PreparedStatements(pglite)
  return {
    // It ends with its thread, and is never restarted.
    session: 0,
    async run({ text, values, asArrays, begin, input }) {
      if (values !== undefined && values.length > 0) {
        return [await preparedStatements.run({ text, values, asArrays, begin })]
      }
      const blob = input ? { blob: new Blob([input]) } : {}
      const options = { ...(asArrays ? ({ rowMode: 'array' } as const) : {}), ...blob }
      // Statements without values are not prepared: as texts they may be scripts.
      if (begin) await pglite.exec(begin)
      const results = await pglite.exec(text, options)
      return values === undefined ? results : [await withOutput(results[0]!)]
    },
    close: () => pglite.close(),
  }
}

/** Error codes of WASI, which the file system of the engine reports as numbers only. */
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

/**
 * Converts an error of the engine's file system to one like Node's. Returns other errors unchanged.
 */
function asFileError(error: unknown, folder: string | undefined): unknown {
  const { name, errno } = error as { name?: string; errno?: number }
  if (name !== 'ErrnoError' || errno === undefined) return error
  const code = fileErrors[errno]
  return Object.assign(new Error(`${code ?? `Error ${errno}`} in ${folder}`), {
    code,
    path: folder,
  })
}

/** Copies the output: a blob becomes unreadable in another thread when its own thread ends. */
async function withOutput({ blob, rows, affectedRows }: Results): Promise<Result> {
  const output = blob && new Uint8Array(await blob.arrayBuffer())
  return { rows, affectedRows, output }
}

/** Returns the parameters of PGlite without -F, which turns syncing off. */
function syncedStartParams(): string[] {
  return [...PGlite.defaultStartParams.filter(param => param !== '-F'), ...syncParams]
}
