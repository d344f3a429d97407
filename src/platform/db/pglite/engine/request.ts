/** What an engine is asked to do; the whole of it is one turn. */
export interface Request {
  text: string
  /** Values of one statement; none: a script, which may begin and end transactions. */
  values?: unknown[] | undefined
  /** Whether rows come as arrays in column order, or as objects. */
  asArrays: boolean
  /** What is done before, so that a transaction begins with its first statement. */
  begin?: string | undefined
  /** Whether its transaction may write nothing. */
  isReadOnly?: boolean
  /** What `COPY` reads from `/dev/blob`. */
  input?: Uint8Array<ArrayBuffer> | undefined
}

/** What came of a statement. */
export interface Result {
  rows: unknown[]
  affectedRows?: number | undefined
  /** What `COPY` wrote to `/dev/blob`. */
  output?: Uint8Array | undefined
}
