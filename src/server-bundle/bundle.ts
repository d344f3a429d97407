/** The server's sources in a few files: docs/decisions/0036-bundled-server-start.md. */
import { createHash } from 'node:crypto'
import { accessSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the last bundle was made of; the key is of the contents, so no other source has it. */
export interface Bundle {
  key: string
  /** Paths from the project's folder. */
  inputs: string[]
}

/** Beside what is installed: who may change the one may change the other. */
export function bundlesFolder(root: string): string {
  return join(root, 'node_modules/.cache/lodgepole/bundles')
}

export const bundleFile = 'bundle.json'

/**
 * Where the bundle of the sources lies, as they are now.
 *
 * @returns null when there is none that can be used, or something has changed since it was made
 */
export function findBundle(root: string): string | null {
  try {
    const folder = bundlesFolder(root)
    const { key, inputs } = JSON.parse(readFileSync(join(folder, bundleFile), 'utf8')) as Bundle
    if (keyOf(inputs, path => readFileSync(join(root, path))) !== key) return null
    accessSync(join(folder, key))
    return join(folder, key)
  } catch {
    // Whatever is wrong with it, the sources are there.
    return null
  }
}

export function keyOf(inputs: string[], contentsOf: (path: string) => Buffer): string {
  const hash = createHash('sha256')
  for (const path of inputs) {
    const contents = contentsOf(path)
    hash.update(`${path} ${contents.length}\n`).update(contents)
  }
  return hash.digest('hex').slice(0, 32)
}
