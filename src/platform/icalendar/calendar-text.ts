/** The outer form of an iCalendar text, RFC 5545 §3.1 and §3.6, read with tolerance. */

/** The components of a calendar that tell of times, as texts of their own. */
export interface CalendarParts {
  /** `VTIMEZONE` components. */
  zones: string[]
  /** `VEVENT` components, without components in them and properties that nobody asks for. */
  events: string[]
}

/** Why a text is not read. */
export type Misshape = 'NO_CALENDAR' | 'CUT_OFF'

/** Properties that say when an event is and what it is. */
const told = new RegExp(
  '^(UID|DTSTART|DTEND|DURATION|SUMMARY|STATUS|TRANSP|SEQUENCE|RECURRENCE-ID|RRULE|RDATE|EXDATE)' +
    '[;:]',
  'i',
)

/** A date without `VALUE=DATE`, which many calendars leave out. */
const bareDate = /^(DTSTART|DTEND|RECURRENCE-ID)((?:;(?!VALUE=)[^:;]*)*):(\d{8})\s*$/i

/**
 * Takes a calendar apart, so that what is wrong with one component disturbs no other. An event that
 * another begins within has been broken off and ends there.
 */
export function splitCalendar(text: string): CalendarParts | Misshape {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
  const isBlank = (line: string) => line.trim() === ''
  if (!/^BEGIN:VCALENDAR$/i.test(lines.find(line => !isBlank(line))?.trim() ?? '')) {
    return 'NO_CALENDAR'
  }
  if (!/^END:VCALENDAR$/i.test(lines.findLast(line => !isBlank(line))!.trim())) return 'CUT_OFF'
  const parts: CalendarParts = { zones: [], events: [] }
  let event: string[] | null = null
  let zone: string[] | null = null
  let inner = 0
  const endEvent = () => {
    if (event) parts.events.push(component('VEVENT', event))
    event = null
    inner = 0
  }
  for (const line of lines) {
    const [, edge = '', name = ''] = /^(BEGIN|END):([A-Z-]+)\s*$/i.exec(line) ?? []
    const border = `${edge}:${name}`.toUpperCase()
    if (border === 'BEGIN:VEVENT') {
      endEvent()
      event = []
    } else if (border === 'END:VEVENT') endEvent()
    else if (event) {
      if (edge !== '') inner += /^begin$/i.test(edge) ? 1 : -1
      else if (inner <= 0 && told.test(line)) event.push(line)
    } else if (border === 'BEGIN:VTIMEZONE') zone = []
    else if (border === 'END:VTIMEZONE') {
      if (zone) parts.zones.push(component('VTIMEZONE', zone))
      zone = null
    } else zone?.push(line)
  }
  endEvent()
  return parts
}

function component(name: string, lines: string[]): string {
  const content = lines.map(line => line.replace(bareDate, '$1$2;VALUE=DATE:$3'))
  return [`BEGIN:${name}`, ...content, `END:${name}`].join('\r\n')
}
