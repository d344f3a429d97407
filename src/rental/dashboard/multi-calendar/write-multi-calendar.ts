import { dateOf } from '../../../platform/dates/dates.ts'
import type { Days } from '../../prices/availability/calendar-inputs.ts'
import type { CalendarFragment } from './calendar-fragment-shape.ts'

/** Parts of a response that are not in fragments. */
interface OtherSections {
  asOfSeq: number
  /** Jobs of each property, as JSON. */
  jobs: string[]
  /** Leads with unread threads, among others those of the fragments. */
  unread: ReadonlySet<string>
}

/**
 * Serializes a multi-calendar as JSON, in chunks: contract/pricing.md §11.
 *
 * @param fragments fragments of all properties, in the order of rows
 */
export function writeMultiCalendar(
  fragments: readonly CalendarFragment[],
  { asOfSeq, jobs, unread }: OtherSections,
  { from, to }: Days,
): string[] {
  const head = { from: dateOf(from), to: dateOf(to - 1), asOfSeq }
  const rows = fragments.map(({ row }, i) => {
    return `${i === 0 ? '' : ','}${row}${jobs[i]}}`
  })
  const start = `${JSON.stringify(head).slice(0, -1)},"rows":[`
  return [start, ...rows, '],"stays":', writeStays(fragments, unread), '}']
}

/** Serializes the stays of all rows, in columns. */
function writeStays(fragments: readonly CalendarFragment[], unread: ReadonlySet<string>): string {
  const kinds = new Map<string, number>()
  const kindIndices: number[] = []
  const holds: CalendarFragment['holds'] = []
  for (const fragment of fragments) {
    for (const [stay, expires] of fragment.holds) holds.push([kindIndices.length + stay, expires])
    // Two entries per kind: of read threads, then of unread ones.
    const indices: number[] = new Array(fragment.kinds.length * 2).fill(-1)
    for (let i = 0; i < fragment.kindOf.length; i++) {
      const fragmentKind = fragment.kindOf[i]!
      const isUnread = unread.has(fragment.leadUids[i]!)
      const key = fragmentKind * 2 + Number(isUnread)
      if (indices[key] === -1) {
        const kind = `${fragment.kinds[fragmentKind]}${isUnread}}`
        indices[key] = kinds.get(kind) ?? kinds.size
        kinds.set(kind, indices[key])
      }
      kindIndices.push(indices[key]!)
    }
  }
  const uids = fragments.flatMap(({ leadUids }) => leadUids).join('","')
  const joinColumns = (readColumn: (fragment: CalendarFragment) => string) => {
    return fragments
      .map(readColumn)
      .filter(list => list !== '')
      .join()
  }
  const columns = [
    `"kinds":[${[...kinds.keys()].join()}]`,
    `"leadUids":[${uids === '' ? '' : `"${uids}"`}]`,
    `"kindOf":[${kindIndices.join()}]`,
    `"checkIns":[${joinColumns(({ checkIns }) => checkIns)}]`,
    `"nights":[${joinColumns(({ nights }) => nights)}]`,
    `"guests":[${joinColumns(({ guests }) => guests)}]`,
    `"guestNames":[${joinColumns(({ guestNames }) => guestNames)}]`,
    `"holds":${JSON.stringify(holds)}`,
  ]
  return `{${columns.join()}}`
}
