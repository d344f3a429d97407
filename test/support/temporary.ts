import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Undo = () => Promise<void> | void

/** Registry of the processes and files of a bench, which are removed in reverse order. */
export interface Cleanup {
  add(undo: Undo): void
}

/**
 * Runs a bench, and ends its processes and removes its files when it returns, throws or is
 * interrupted.
 */
export async function withCleanup<T>(bench: (cleanup: Cleanup) => Promise<T>): Promise<T> {
  const undos: Undo[] = []
  const interrupted = Promise.withResolvers<never>()
  const onSignal = () => interrupted.reject(new Error('Interrupted'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, onSignal)
  try {
    return await Promise.race([bench({ add: undo => undos.push(undo) }), interrupted.promise])
  } finally {
    for (const undo of undos.reverse()) {
      try {
        await undo()
      } catch (error) {
        console.error(`Cleaning up failed: ${error}`)
      }
    }
    for (const signal of signals) process.removeListener(signal, onSignal)
  }
}

const memory = '/dev/shm'

/**
 * Returns a folder in memory if the system has one with 2 GiB to spare: creating a thousand small
 * files there takes a twentieth of the time.
 */
export function memoryFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}

/** Removes a folder recursively, even if a process that is ending still writes to it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Creates a folder that `cleanup` removes. */
export async function temporaryFolder(cleanup: Cleanup, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'lodgepole-bench-'))
  cleanup.add(() => removeFolder(folder))
  return folder
}
