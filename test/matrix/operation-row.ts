import type { Row } from './row.ts'

/** What a row promises, by table: what stands there at all, and what only where it is written. */
export interface OperationRow extends Row {
  v2?: Operations
  v3?: Operations
}

export interface Operations {
  /** There in every version whose column is not empty. */
  reads?: string[]
  /** There where the column says more than `r`: `rd` has the deletions, everything else all. */
  writes?: string[]
}

/** `GET PUT /leads/:uid` as its operations, `GET /leads/:uid` and `PUT /leads/:uid`. */
export function expand(texts: string[]): string[] {
  return texts.flatMap(text => {
    const words = text.split(' ')
    return words.slice(0, -1).map(method => `${method} ${words.at(-1)}`)
  })
}

/** Operations that are there in every version whose column is not empty. */
export const reads = (...texts: string[]): Operations => ({ reads: expand(texts) })
/** The same, and operations that are written. */
export const both = (read: string[], write: string[]): Operations => {
  return { reads: expand(read), writes: expand(write) }
}
