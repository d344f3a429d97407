import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from '../../test/support/temporary.ts'

const slowMs = 5_000

/** Receivers of webhooks by their response: at once, after five seconds, or 500. */
const responders: Record<string, (response: ServerResponse) => void> = {
  ok: response => response.end(),
  slow: response => void setTimeout(() => response.end(), slowMs),
  failing: response => response.writeHead(500).end(),
}

export interface Receiver {
  name: string
  url: string
  /** Number of requests by the uid of their event. */
  events: Map<string, number>
  /** Uids of the leads of the events. */
  leadUids: Set<string>
}

/** Starts the receivers, each on a port of its own. */
export async function startReceivers(cleanup: Cleanup): Promise<Receiver[]> {
  return Promise.all(
    Object.entries(responders).map(async ([name, respond]) => {
      const events = new Map<string, number>()
      const leadUids = new Set<string>()
      const server = createServer((request, response) => {
        const eventUid = String(request.headers['webhook-id'])
        events.set(eventUid, (events.get(eventUid) ?? 0) + 1)
        leadUids.add(String(request.headers['x-lodgepole-object']).replace('lead:', ''))
        request.resume().on('end', () => respond(response))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      cleanup.add(() => {
        server.close()
        server.closeAllConnections()
      })
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      return { name, url, events, leadUids }
    }),
  )
}
