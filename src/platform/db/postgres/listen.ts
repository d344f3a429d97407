import pg from 'pg'
import { silence } from '../patience.ts'
import { destroy } from './lookout.ts'

const reconnectMs = 500
/** How often it is tried whether the connection is still there, and how long that may take. */
const beatMs = 5_000
const answerMs = 3_000

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
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'lodgepole listener',
      connectionTimeoutMillis: answerMs,
    })
    const lost = once((error: Error) => {
      clearTimeout(timer)
      if (isOver) return
      onConnectionLost(error)
      timer = setTimeout(connect, reconnectMs)
    })
    fresh.on('error', lost)
    fresh.on('end', () => lost(new Error('The connection for notifications was closed')))
    fresh.on('notification', ({ payload = '' }) => onPayload(payload))
    const beat = () =>
      heard(fresh, 'select').then(
        () => {
          if (!isOver && client === fresh) timer = setTimeout(beat, beatMs)
        },
        () => undefined,
      )
    client = fresh
    try {
      await fresh.connect()
      await heard(fresh, `listen ${pg.escapeIdentifier(channel)}`)
      if (!isOver) timer = setTimeout(beat, beatMs)
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

/** Nothing comes on a dead connection, just as when there is nothing to tell: it is asked. */
async function heard(client: pg.Client, statement: string): Promise<void> {
  const late = setTimeout(() => destroy(client, silence()), answerMs)
  try {
    await client.query(statement)
  } finally {
    clearTimeout(late)
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
