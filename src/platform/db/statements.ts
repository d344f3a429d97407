/** Types of functions that run statements on a database. */

/** Statement whose plan the database caches under `name`. */
export interface Statement {
  name: string
  text: string
}

/** Values of a row in column order. */
export type Row = unknown[]

/** Function that runs one prepared statement. */
export type Run = (statement: Statement, values: unknown[]) => Promise<Row[]>

/** Function that sends statements in one pipeline; null: no connection is idle. */
export type Pipeline = (...calls: Parameters<Run>[]) => Promise<Promise<Row[]>[] | null>

/** Function that runs any SQL text and returns the rows of its last statement. */
export type Script = (sql: string) => Promise<Row[]>

/** Table and columns of `COPY`, as SQL writes them. */
export interface TableColumns {
  table: string
  columns: string
}

/** Function that returns the rows of a table as the text of `COPY`, in physical order. */
export type Copy = (copied: TableColumns) => AsyncIterable<Uint8Array>

/** Function that adds rows from the text of `COPY`. */
export type Load = (copied: TableColumns, text: AsyncIterable<Uint8Array>) => Promise<void>
