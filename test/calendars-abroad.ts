/** External calendars of tests: what a server elsewhere answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A feed as one of the channels writes it. */
export function channelFeed(name: 'airbnb' | 'vrbo' | 'booking'): string {
  return readFileSync(join(import.meta.dirname, 'feeds', `${name}.ics`), 'utf8')
}

/** An event by its lines, or an all-day one by its name and dates: `['a', '20260604', '20260608']`. */
export type FeedEvent = string | [uid: string, start: string, end: string, summary?: string]

/** A calendar of events. */
export function feedOf(...events: FeedEvent[]): string {
  const texts = events.map(event => {
    const lines = typeof event === 'string' ? event : linesOf(event)
    return `BEGIN:VEVENT\r\n${lines.trim().replace(/\s*\n\s*/g, '\r\n')}\r\nEND:VEVENT\r\n`
  })
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${texts.join('')}END:VCALENDAR\r\n`
}

function linesOf([uid, start, end, summary = 'Reserved']: [string, string, string, string?]) {
  return `UID:${uid}\nDTSTART;VALUE=DATE:${start}\nDTEND;VALUE=DATE:${end}\nSUMMARY:${summary}`
}
