/** Lenient parser for the components of an iCalendar text, RFC 5545 §3.1 and §3.6. */

/** Components of a calendar that determine times. */
export interface CalendarComponents {
  zones: string[]
  /** `VEVENT` components, without components in them and properties that are not read. */
  events: EventText[]
}

/** Unfolded content lines of a `VEVENT`. */
export interface EventText {
  /** Number of its first line in the calendar, from 1. */
  line: number
  lines: string[]
}

export type CalendarError = 'NO_CALENDAR' | 'CUT_OFF'

const usedProperties = new RegExp(
  '^(UID|DTSTART|DTEND|DURATION|SUMMARY|DESCRIPTION|STATUS|TRANSP|SEQUENCE|RECURRENCE-ID|RRULE' +
    '|RDATE|EXDATE)[;:]',
  'i',
)

interface Line {
  number: number
  text: string
}

/**
 * Splits a calendar into components, which isolates errors. An event that is not closed ends where
 * the next one begins. Ignores text around the calendar, such as a comment of the web server.
 */
export function splitCalendar(text: string): CalendarComponents | CalendarError {
  const lines = unfoldLines(text)
  const isBorder = (border: string) => (line: Line) => {
    return line.text.trim().toUpperCase().endsWith(border)
  }
  const firstLine = lines.findIndex(isBorder('BEGIN:VCALENDAR'))
  if (firstLine < 0) return 'NO_CALENDAR'
  const lastLine = lines.findLastIndex(line => line.text.trim().toUpperCase() === 'END:VCALENDAR')
  if (lastLine < lines.findLastIndex(isBorder('BEGIN:VCALENDAR'))) return 'CUT_OFF'
  const components: CalendarComponents = { zones: [], events: [] }
  let event: EventText | null = null
  let zone: string[] | null = null
  /** Depth within components of the event, such as alarms, whose lines are skipped. */
  let nestedDepth = 0
  const endEvent = () => {
    if (event) components.events.push(event)
    event = null
    nestedDepth = 0
  }
  for (const { text: line, number } of lines.slice(firstLine, lastLine)) {
    const [, edge = '', name = ''] = /^\s*(BEGIN|END):([A-Z-]+)\s*$/i.exec(line) ?? []
    const border = `${edge}:${name}`.toUpperCase()
    if (border === 'BEGIN:VEVENT') {
      endEvent()
      event = { line: number, lines: [] }
    } else if (border === 'END:VEVENT') endEvent()
    else if (event) {
      if (edge !== '') nestedDepth += /^begin$/i.test(edge) ? 1 : -1
      else if (nestedDepth <= 0 && usedProperties.test(line)) event.lines.push(line)
    } else if (border === 'BEGIN:VTIMEZONE') zone = []
    else if (border === 'END:VTIMEZONE') {
      if (zone) components.zones.push(formatComponent('VTIMEZONE', zone))
      zone = null
    } else zone?.push(line)
  }
  endEvent()
  return components
}

/** Joins continuation lines and records the number of the first one. */
function unfoldLines(text: string): Line[] {
  const lines: Line[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const previous = lines.at(-1)
    if (previous && /^[ \t]/.test(line)) previous.text += line.slice(1)
    else lines.push({ number: index + 1, text: line })
  }
  return lines
}

/** Returns the text of a component with the given content lines. */
export function formatComponent(name: string, lines: string[]): string {
  return [`BEGIN:${name}`, ...lines, `END:${name}`].join('\r\n')
}
