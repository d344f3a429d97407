import type { Row } from './row.ts'

/** Operations of a row, by table of routes. */
export interface OperationRow extends Row {
  v2?: Operations
  v3?: Operations
}

export interface Operations {
  /** Operations in every version whose column is not empty. */
  reads?: string[]
  /**
   * Operations in versions whose column is more than `r`: `rd` includes only deletions, other
   * values all.
   */
  writes?: string[]
}

/** Splits `GET PUT /leads/:uid` into `GET /leads/:uid` and `PUT /leads/:uid`. */
export function expand(texts: string[]): string[] {
  return texts.flatMap(text => {
    const words = text.split(' ')
    return words.slice(0, -1).map(method => `${method} ${words.at(-1)}`)
  })
}

/** Creates a row's operations that only read. */
export const reads = (...texts: string[]): Operations => ({ reads: expand(texts) })
/** Creates a row's operations that read and that write. */
export const both = (read: string[], write: string[]): Operations => {
  return { reads: expand(read), writes: expand(write) }
}
