import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../test/support/temporary.ts'
import { type Agency, base } from '../support/agency-requests.ts'

const streamsPerKey = 5
const reconnectMs = 2_000

/** A client of the event log that reconnects after its last event. */
export interface EventStream {
  /** Uids of the leads of the received events. */
  leadUids: Set<string>
}

/** Opens five event streams for each key, the most that a key may have. */
export function openStreams(cleanup: Cleanup, agency: Agency, keys: string[]): EventStream[] {
  const ending = new AbortController()
  cleanup.add(() => ending.abort())
  return keys.flatMap(key =>
    Array.from({ length: streamsPerKey }, () => {
      const leadUids = new Set<string>()
      void readStream({ ...agency, apiKey: key }, leadUids, ending.signal)
      return { leadUids }
    }),
  )
}

async function readStream(
  { origin, apiKey, agencyUid }: Agency,
  leadUids: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  let lastId = '0'
  const url = `${origin}${base}/events?agencyUid=${agencyUid}&eventTypes=NEW_BOOKING`
  while (!signal.aborted) {
    const headers = {
      'x-hostfully-apikey': apiKey,
      accept: 'text/event-stream',
      'last-event-id': lastId,
    }
    try {
      const { body } = await fetch(url, { headers, signal })
      let rest = ''
      for await (const text of body!.pipeThrough(new TextDecoderStream())) {
        const frames = (rest + text).split('\n\n')
        rest = frames.pop()!
        for (const frame of frames) {
          lastId = /^id: (.*)$/m.exec(frame)?.[1] ?? lastId
          const leadUid = /"objectUid":"([^"]*)"/.exec(frame)?.[1]
          if (leadUid) leadUids.add(leadUid)
        }
      }
    } catch {
      // The server was killed.
    }
    await sleep(reconnectMs, undefined, { signal }).catch(() => undefined)
  }
}
