/** What the files `…-writes.ts` here and below say of the writes of their nouns. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Writes } from './write.ts'

/** A file has writes of v3.x, of v2, or both. */
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

const namesOf = (all: Writes[]) => all.flatMap(one => Object.keys(one)).sort()

/** The operations that the files list, one that two list twice. */
export const listed = { v3: namesOf(v3), v2: namesOf(v2) }
