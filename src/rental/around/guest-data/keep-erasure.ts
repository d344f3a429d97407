import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Erasure } from './guest-data.ts'

/**
 * Adds an erasure to the list that a restore goes by. It is written at once and rarely, so that
 * nothing that follows the erasure comes before it.
 */
export function keepErasure(file: string, erasure: Erasure): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  appendFileSync(file, `${JSON.stringify(erasure)}\n`, { mode: 0o600, flush: true })
}
