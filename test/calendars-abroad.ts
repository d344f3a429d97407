/** External calendars of tests: what a server elsewhere answers. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeAgency, makeProperty } from './fixtures.ts'
import { type ReceiverAnswer, startReceiver } from './receiver.ts'
import type { TestServer } from './server.ts'

/** A feed as one of the channels writes it. */
export function channelFeed(name: 'airbnb' | 'vrbo' | 'booking'): string {
  return readFileSync(join(import.meta.dirname, 'feeds', `${name}.ics`), 'utf8')
}

/** An event by its lines, or an all-day one by what tells it: `['a', '20260604', '20260608']`. */
export type FeedEvent = string | [uid: string, start: string, end: string, summary?: string]

/** A calendar of events. */
export function feedOf(...events: FeedEvent[]): string {
  const texts = events.map(event => {
    const lines = typeof event === 'string' ? event : linesOf(event)
    return `BEGIN:VEVENT\r\n${lines.trim().replace(/\s*\n\s*/g, '\r\n')}\r\nEND:VEVENT\r\n`
  })
  const head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n'
  return `${head}${texts.join('')}END:VCALENDAR\r\n`
}

function linesOf([uid, start, end, summary = 'Reserved']: [string, string, string, string?]) {
  return `UID:${uid}\nDTSTART;VALUE=DATE:${start}\nDTEND;VALUE=DATE:${end}\nSUMMARY:${summary}`
}

interface Lead {
  uid: string
  status: string
  notes: string | null
  channel: string
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
}

/** An agency, and a server elsewhere that has the calendars of its properties. */
export async function startAbroad(server: TestServer) {
  const { agencyUid, key } = await makeAgency(server)
  const answers = new Map<string, ReceiverAnswer>()
  const host = await startReceiver({ answer: ({ url }) => answers.get(url) ?? { status: 404 } })

  const send = (method: string, path: string, body?: unknown) =>
    server.request(method, path.startsWith('/v2') ? path : `/api/v3.3${path}`, {
      key,
      ...(body ? { body } : {}),
    })

  let made = 0
  /** A property with a calendar that answers as a test says. */
  const makeCalendar = async (text: string, more: object = {}) => {
    const propertyUid = await makeProperty(server, agencyUid)
    const path = `/${++made}.ics`
    const says = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
      void answers.set(path, { status, headers, body })
    says(text)
    const url = `${host.url}${path}`
    const created = await send('POST', '/icals', { propertyUid, name: 'Abroad', url, ...more })
    assert.equal(created.status, 201, created.text)
    const { uid } = created.body.ical
    const sync = async () => {
      const { status, body, text } = await send('POST', `/icals/${uid}/sync`)
      assert.equal(status, 200, text)
      return body.ical
    }
    const leads = async (): Promise<Lead[]> => {
      const { body } = await send('GET', `/leads?propertyUid=${propertyUid}`)
      const start = (lead: Lead) => Date.parse(lead.checkInLocalDateTime)
      return body.leads.sort((a: Lead, b: Lead) => start(a) - start(b))
    }
    const stays = async () => {
      const date = (text: string) => text.slice(0, 10)
      return (await leads()).map(lead =>
        [lead.status, date(lead.checkInLocalDateTime), date(lead.checkOutLocalDateTime)].join(' '),
      )
    }
    return { propertyUid, uid, url, says, sync, leads, stays }
  }
  return { agencyUid, key, host, answers, send, makeCalendar }
}
