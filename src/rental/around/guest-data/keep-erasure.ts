import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Erasure } from './guest-data.ts'

/**
 * Adds an erasure to the list that a restore goes by. It is written at once and rarely, so that
 * nothing that follows the erasure comes before it.
 */
export function keepErasure(file: string, erasure: Erasure): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const line = `${isCutOff(file) ? '\n' : ''}${JSON.stringify(erasure)}\n`
  appendFileSync(file, line, { mode: 0o600, flush: true })
}

function isCutOff(file: string): boolean {
  try {
    return !['\n', ''].includes(readFileSync(file, 'utf8').slice(-1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
