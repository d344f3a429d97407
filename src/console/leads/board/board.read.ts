/** The columns of the board, each read by itself. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, graphql } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import type { Column } from '../acts/acts.ts'
import { type ListedLead, readUntil, type Stage, stages } from '../leads.read.ts'
import { everything, searchOf } from '../list/asked.ts'
import { datesOf, isWhen, type When } from '../when.ts'

export interface BoardLead extends ListedLead {
  holdExpiresUtcDateTime: string | null
  assignee: { uid: string | null }
}

const document = `query Board($agencyUid: String, $assigneeUid: String, $statusIn: [LeadStatus!],
  $checkInFrom: String, $checkInTo: String, $checkOutFrom: String, $sort: String, $_limit: Int,
  $_cursor: String) {
  leads(agencyUid: $agencyUid, assigneeUid: $assigneeUid, statusIn: $statusIn,
    checkInFrom: $checkInFrom, checkInTo: $checkInTo, checkOutFrom: $checkOutFrom, sort: $sort,
    _limit: $_limit, _cursor: $_cursor) {
    uid type status channel checkInLocalDateTime checkOutLocalDateTime checkInZonedDateTime
    checkOutZonedDateTime holdExpiresUtcDateTime tags
    assignee { uid }
    guestInformation { firstName lastName }
    property { name }
    unit { name }
    order { totalAmount balanceAmount currency }
    thread { isUnread }
  }
}`

const pageSize = 20

/** The leads of a column; `assigneeUid` null: whoever looks after them. */
export function useColumn(column: Column, assigneeUid: string | null) {
  const { agency } = useSession()
  return useInfiniteQuery({
    queryKey: ['leads', 'board', agency.uid, column, assigneeUid],
    queryFn: async ({ pageParam, signal }) => {
      const asked = {
        agencyUid: agency.uid,
        assigneeUid,
        ...filterOf(column),
        _limit: pageSize,
      }
      const read = async (cursor: string | null) => {
        const given = { ...asked, _cursor: cursor }
        const answer = await graphql<{ leads: BoardLead[] }>(document, given, signal)
        return { leads: answer.data.leads, nextCursor: answer.nextCursor }
      }
      const when = whenOf[column]
      const now = Date.now()
      return readUntil(read, pageParam, pageSize, lead => !when || isWhen(when, lead, now))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Of a booking the column goes by its dates. */
const whenOf: Partial<Record<Column, When>> = { BOOKED: 'COMING', STAY: 'THERE' }

function filterOf(column: Column) {
  const sorts = {
    QUOTE: 'created',
    HOLD: 'updated',
    BOOKED: 'checkIn',
    STAY: 'checkOut',
    CLOSED: 'updated',
  } as const
  const when = whenOf[column]
  const statusIn = stages[when ? 'BOOKED' : (column as Stage)]
  return { statusIn, ...(when ? datesOf(when, Date.now()) : {}), sort: sorts[column] }
}

/** The list of the same leads, below `/console`. */
export function listOf(column: Column, assignee: string | null): string {
  const when: When | '' = whenOf[column] ?? ''
  const stage: Stage = when ? 'BOOKED' : (column as Stage)
  const { sort } = filterOf(column)
  const asked = { ...everything, stage, when, sort, assignee: assignee ?? '' }
  return `/leads?${searchOf(asked)}`
}

/** How many leads each column has. */
export function useColumnCounts(assigneeUid: string | null) {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['leads', 'counts', agency.uid, 'board', assigneeUid],
    queryFn: async ({ signal }) => {
      const whose = assigneeUid === null ? {} : { assigneeUid }
      const [byStage, byStatus] = await Promise.all(
        (['stage', 'status'] as const).map(by => {
          const query = { agencyUid: agency.uid, by, ...whose }
          return call('GET /leads/counts', { query, signal })
        }),
      )
      return { byStage: byStage!.counts, byStatus: byStatus!.counts }
    },
  })
  return (column: Column): number | null => {
    if (!data) return null
    const isEnded = (status: string) => stages.CLOSED.some(one => one === status)
    // Stays that are over are closed by stage, too; here they are of no interest.
    const counts =
      column === 'CLOSED'
        ? data.byStatus.filter(({ value }) => isEnded(value))
        : data.byStage.filter(({ value }) => value === column)
    return counts.reduce((sum, { count }) => sum + count, 0)
  }
}
