/** Request that an engine runs without interruption by other requests. */
export interface Request {
  text: string
  /** Values of one statement; undefined: a script, which may begin and end transactions. */
  values?: unknown[] | undefined
  /** True: rows are arrays in column order; false: objects. */
  asArrays: boolean
  /** Statement that begins a transaction, run before the request. */
  begin?: string | undefined
  isReadOnly?: boolean
  /** Bytes that `COPY` reads from `/dev/blob`. */
  input?: Uint8Array<ArrayBuffer> | undefined
}

export interface Result {
  rows: unknown[]
  affectedRows?: number | undefined
  /** Bytes that `COPY` wrote to `/dev/blob`. */
  output?: Uint8Array | undefined
}
