import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Returns whether a program is on the search path. */
export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Returns the path of a file of deploy/. */
export const samplePath = (name: string): string => join(root, 'deploy', name)

/** Reads a file of deploy/. */
export const readSample = (name: string): string => readFileSync(samplePath(name), 'utf8')

/**
 * Returns a sample with other addresses and paths. Each former text must occur exactly as often as
 * said, once by default, so that a changed sample cannot be tested by accident as it was.
 */
export function replaced(name: string, replacements: [string, string, number?][]): string {
  return replacements.reduce((text, [former, latter, times = 1]) => {
    const parts = text.split(former)
    if (parts.length === times + 1) return parts.join(latter)
    throw new Error(`deploy/${name} has '${former}' ${parts.length - 1} times, not ${times}`)
  }, readSample(name))
}
