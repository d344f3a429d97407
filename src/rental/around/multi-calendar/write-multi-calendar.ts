import { dateOf } from '../../../platform/dates.ts'
import type { Days } from '../../prices/calendar-facts/facts.ts'
import type { CalendarPart } from './calendar-part-shape.ts'

/** What an answer tells beside its parts. */
interface Beside {
  asOfSeq: number
  /** Of each property shown, as JSON. */
  jobs: string[]
  /** Leads that wait to be read, those on the properties shown among them. */
  unread: ReadonlySet<string>
}

/**
 * The calendars of contract/pricing.md §11 as JSON, in pieces.
 *
 * @param parts those of all properties shown, in their order
 */
export function writeMultiCalendar(
  parts: readonly CalendarPart[],
  { asOfSeq, jobs, unread }: Beside,
  { from, to }: Days,
): string[] {
  const head = { from: dateOf(from), to: dateOf(to - 1), asOfSeq }
  const rows = parts.map(({ row }, i) => {
    return `${i === 0 ? '' : ','}${row}${jobs[i]}}`
  })
  const start = `${JSON.stringify(head).slice(0, -1)},"rows":[`
  return [start, ...rows, '],"stays":', staysOf(parts, unread), '}']
}

/** The stays on all rows, a list for each thing that is told of them. */
function staysOf(parts: readonly CalendarPart[], unread: ReadonlySet<string>): string {
  const kinds = new Map<string, number>()
  const kindOf: number[] = []
  const holds: CalendarPart['holds'] = []
  for (const part of parts) {
    for (const [stay, expires] of part.holds) holds.push([kindOf.length + stay, expires])
    // Those that are read, and those that wait to be, in turn.
    const places: number[] = new Array(part.kinds.length * 2).fill(-1)
    for (let i = 0; i < part.kindOf.length; i++) {
      const own = part.kindOf[i]!
      const isUnread = unread.has(part.leadUids[i]!)
      const key = own * 2 + Number(isUnread)
      if (places[key] === -1) {
        const kind = `${part.kinds[own]}${isUnread}}`
        places[key] = kinds.get(kind) ?? kinds.size
        kinds.set(kind, places[key])
      }
      kindOf.push(places[key]!)
    }
  }
  const uids = parts.flatMap(({ leadUids }) => leadUids).join('","')
  const all = (listOf: (part: CalendarPart) => string) => {
    return parts
      .map(listOf)
      .filter(list => list !== '')
      .join()
  }
  const columns = [
    `"kinds":[${[...kinds.keys()].join()}]`,
    `"leadUids":[${uids === '' ? '' : `"${uids}"`}]`,
    `"kindOf":[${kindOf.join()}]`,
    `"checkIns":[${all(({ checkIns }) => checkIns)}]`,
    `"nights":[${all(({ nights }) => nights)}]`,
    `"guests":[${all(({ guests }) => guests)}]`,
    `"guestNames":[${all(({ guestNames }) => guestNames)}]`,
    `"holds":${JSON.stringify(holds)}`,
  ]
  return `{${columns.join()}}`
}
