import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Erasure } from './guest-data.ts'

/**
 * Appends an erasure to the list that restores use. Writes synchronously and flushes, so the list
 * is never behind later changes; erasures are rare.
 */
export function appendErasure(file: string, erasure: Erasure): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const line = `${isTruncated(file) ? '\n' : ''}${JSON.stringify(erasure)}\n`
  appendFileSync(file, line, { mode: 0o600, flush: true })
}

function isTruncated(file: string): boolean {
  try {
    return !['\n', ''].includes(readFileSync(file, 'utf8').slice(-1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
