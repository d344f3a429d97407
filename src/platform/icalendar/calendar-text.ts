/** The outer form of an iCalendar text, RFC 5545 §3.1 and §3.6, read with tolerance. */

/** The components of a calendar that tell of times. */
export interface CalendarParts {
  /** `VTIMEZONE` components, as texts. */
  zones: string[]
  /** `VEVENT` components, without components in them and properties that are not read. */
  events: EventText[]
}

/** The content lines of a `VEVENT`, unfolded. */
export interface EventText {
  /** The number of its first line in the calendar, from 1. */
  line: number
  lines: string[]
}

/** The reason why a text is not read. */
export type Misshape = 'NO_CALENDAR' | 'CUT_OFF'

/** Properties that say when an event is and what it is. */
const told = new RegExp(
  '^(UID|DTSTART|DTEND|DURATION|SUMMARY|DESCRIPTION|STATUS|TRANSP|SEQUENCE|RECURRENCE-ID|RRULE' +
    '|RDATE|EXDATE)[;:]',
  'i',
)

interface Line {
  number: number
  text: string
}

/**
 * Takes a calendar apart, so that an error in one component disturbs no other. An event that
 * another begins within has been broken off and ends there. Text before and after the calendar,
 * such as a comment of the web server, is passed over.
 */
export function splitCalendar(text: string): CalendarParts | Misshape {
  const lines = unfolded(text)
  const isBorder = (border: string) => (line: Line) => {
    return line.text.trim().toUpperCase().endsWith(border)
  }
  const first = lines.findIndex(isBorder('BEGIN:VCALENDAR'))
  if (first < 0) return 'NO_CALENDAR'
  const last = lines.findLastIndex(line => line.text.trim().toUpperCase() === 'END:VCALENDAR')
  if (last < lines.findLastIndex(isBorder('BEGIN:VCALENDAR'))) return 'CUT_OFF'
  const parts: CalendarParts = { zones: [], events: [] }
  let event: EventText | null = null
  let zone: string[] | null = null
  let inner = 0
  const endEvent = () => {
    if (event) parts.events.push(event)
    event = null
    inner = 0
  }
  for (const { text: line, number } of lines.slice(first, last)) {
    const [, edge = '', name = ''] = /^\s*(BEGIN|END):([A-Z-]+)\s*$/i.exec(line) ?? []
    const border = `${edge}:${name}`.toUpperCase()
    if (border === 'BEGIN:VEVENT') {
      endEvent()
      event = { line: number, lines: [] }
    } else if (border === 'END:VEVENT') endEvent()
    else if (event) {
      if (edge !== '') inner += /^begin$/i.test(edge) ? 1 : -1
      else if (inner <= 0 && told.test(line)) event.lines.push(line)
    } else if (border === 'BEGIN:VTIMEZONE') zone = []
    else if (border === 'END:VTIMEZONE') {
      if (zone) parts.zones.push(component('VTIMEZONE', zone))
      zone = null
    } else zone?.push(line)
  }
  endEvent()
  return parts
}

/** Joins continuation lines, and keeps the number of the line on which each began. */
function unfolded(text: string): Line[] {
  const lines: Line[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const before = lines.at(-1)
    if (before && /^[ \t]/.test(line)) before.text += line.slice(1)
    else lines.push({ number: index + 1, text: line })
  }
  return lines
}

/** The text of a component of some content lines. */
export function component(name: string, lines: string[]): string {
  return [`BEGIN:${name}`, ...lines, `END:${name}`].join('\r\n')
}
