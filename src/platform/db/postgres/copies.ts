/** Copies tables out of and into a PostgreSQL server. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withErrorListener } from '../../io/with-error-listener.ts'
import type { Copy, Load, Row, Script, TableColumns } from '../statements.ts'

interface ServerOptions {
  url: string
  onConnectionLost: (error: Error) => void
}

/**
 * Copies tables on a separate connection: an aborted copy leaves it unusable, and a copy may take
 * longer than the timeouts of the pools.
 */
export async function unload<T>(
  { url, onConnectionLost }: ServerOptions,
  use: (script: Script, copy: Copy) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'lodgepole backup' })
  client.on('error', onConnectionLost)
  await client.connect()
  try {
    // Scans that begin in the middle of a table would change the order of the rows.
    await client.query('set statement_timeout = 0; set synchronize_seqscans = off')
    await client.query('begin isolation level repeatable read read only')
    return await use(
      async text => (await client.query<Row>({ text, rowMode: 'array' })).rows,
      copied => withErrorListener(client.query(copyTo(`copy ${copyTarget(copied)} to stdout`))),
    )
  } finally {
    await client.end()
  }
}

export function loadInto(client: pg.ClientBase): Load {
  return async (copied, text) => {
    const into = withErrorListener(client.query(copyFrom(`copy ${copyTarget(copied)} from stdin`)))
    await pipeline(withErrorListener(Readable.from(text, { objectMode: false })), into)
  }
}

const copyTarget = ({ table, columns }: TableColumns): string => `${table} (${columns})`
