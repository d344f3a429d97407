import pg from 'pg'

interface LockOptions {
  url: string
  onConnectionLost: (error: Error) => void
}

/** Runs work under an advisory lock of a separate connection; null: another process holds it. */
export async function runAlone<T>(
  { url, onConnectionLost }: LockOptions,
  lock: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lodgepole lock',
    keepAlive: true,
  })
  client.on('error', onConnectionLost)
  await client.connect()
  try {
    const text = `select pg_try_advisory_lock(${lock}) as locked`
    const { rows } = await client.query<{ locked: boolean }>(text)
    return rows[0]!.locked ? await work() : null
  } finally {
    await client.end()
  }
}
