/** Writes of all resources, collected from the files `…-writes.ts` here and below. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Writes } from './write.ts'

/** Exports of a file: write cases of v3.x, of v2, or both. */
interface Listing {
  writes?: Writes
  legacyWrites?: Writes
}

const files = globSync('**/*-writes.ts', { cwd: import.meta.dirname }).sort()
const listings: Listing[] = await Promise.all(
  files.map(file => import(join(import.meta.dirname, file))),
)

const v3 = listings.map(({ writes = {} }) => writes)
const v2 = listings.map(({ legacyWrites = {} }) => legacyWrites)

export const writes: { v3: Writes; v2: Writes } = {
  v3: Object.assign({}, ...v3),
  v2: Object.assign({}, ...v2),
}

const listNames = (all: Writes[]) => all.flatMap(writes => Object.keys(writes)).sort()

/** Operations in the order of their files; one may occur twice. */
export const listed = { v3: listNames(v3), v2: listNames(v2) }
