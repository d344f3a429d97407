/** The columns of the board, each read by itself. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, graphql } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { dateOf } from '../../calendar/days.ts'
import type { Column } from '../acts/acts.ts'
import type { ListedLead } from '../leads.read.ts'

export interface BoardLead extends ListedLead {
  checkInZonedDateTime: string
  checkOutZonedDateTime: string
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
      const leads: BoardLead[] = []
      let cursor = pageParam
      // Many who left since yesterday may come before the first who is still there.
      do {
        const given = { ...asked, _cursor: cursor }
        const answer = await graphql<{ leads: BoardLead[] }>(document, given, signal)
        leads.push(...answer.data.leads.filter(lead => isIn(column, lead)))
        cursor = answer.nextCursor
      } while (cursor !== null && leads.length < pageSize / 2)
      return { leads, nextCursor: cursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** By dates, a day more on each side: where the property is may be another day. */
function filterOf(column: Column) {
  const today = Math.floor(Date.now() / 86_400_000)
  const [before, after] = [dateOf(today - 1), dateOf(today + 1)]
  const filters = {
    QUOTE: { statusIn: ['NEW', 'SAMPLE'], sort: 'created' },
    HOLD: { statusIn: ['ON_HOLD', 'PENDING', 'PENDING_APPROVED'], sort: 'updated' },
    BOOKED: { statusIn: ['BOOKED'], checkInFrom: before, sort: 'checkIn' },
    STAY: { statusIn: ['BOOKED'], checkInTo: after, checkOutFrom: before, sort: 'checkOut' },
    CLOSED: {
      statusIn: ['CANCELLED', 'IGNORED', 'DUPLICATE', 'CLOSED', 'DECLINED'],
      sort: 'updated',
    },
  }
  return filters[column]
}

function isIn(column: Column, lead: BoardLead): boolean {
  if (column !== 'BOOKED' && column !== 'STAY') return true
  const now = Date.now()
  const hasBegun = Date.parse(lead.checkInZonedDateTime) <= now
  if (column === 'BOOKED') return !hasBegun
  return hasBegun && now < Date.parse(lead.checkOutZonedDateTime)
}

/** How many leads each column has. */
export function useColumnCounts(assigneeUid: string | null) {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['leads', 'counts', agency.uid, 'stage', assigneeUid],
    queryFn: ({ signal }) => {
      const query = { agencyUid: agency.uid, by: 'stage' as const }
      const whose = assigneeUid === null ? {} : { assigneeUid }
      return call('GET /leads/counts', { query: { ...query, ...whose }, signal })
    },
  })
  return (column: Column) => data?.counts.find(({ value }) => value === column)?.count ?? null
}
