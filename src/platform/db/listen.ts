import pg from 'pg'

const reconnectMs = 500

/**
 * Listens on a connection of its own, which is made anew when it is lost. What is notified while
 * there is none is missed.
 *
 * @returns what ends it
 */
export async function listen(
  { url, onConnectionLost }: { url: string; onConnectionLost(error: Error): void },
  channel: string,
  onPayload: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'lodgepole listener' })
    const lost = once((error: Error) => {
      if (isOver) return
      onConnectionLost(error)
      timer = setTimeout(connect, reconnectMs)
    })
    fresh.on('error', lost)
    fresh.on('end', () => lost(new Error('The connection for notifications has ended')))
    fresh.on('notification', ({ payload = '' }) => onPayload(payload))
    client = fresh
    try {
      await fresh.connect()
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      lost(error as Error)
      await fresh.end().catch(() => {})
    }
  }
  await connect()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}

/** A connection that breaks may say so twice. */
function once(act: (error: Error) => void): (error: Error) => void {
  let isDone = false
  return error => {
    if (!isDone) act(error)
    isDone = true
  }
}
