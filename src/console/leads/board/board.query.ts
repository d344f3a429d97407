/** Queries of the board, one per column. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, graphql } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import type { Column } from '../../shared/lead/actions/actions.ts'
import { type ListedLead, readMatching, type Stage, stages } from '../../shared/lead/leads.query.ts'
import { isInPhase, type Phase, phaseDates } from '../../shared/lead/stay-phase.ts'
import { noFilters, toSearch } from '../list/list-params.ts'

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

/** Queries the leads of a column; a null `assigneeUid` stands for all assignees. */
export function useColumn(column: Column, assigneeUid: string | null) {
  const { agency } = useSession()
  return useInfiniteQuery({
    queryKey: ['leads', 'board', agency.uid, column, assigneeUid],
    queryFn: async ({ pageParam, signal }) => {
      const filters = {
        agencyUid: agency.uid,
        assigneeUid,
        ...columnFilters(column),
        _limit: pageSize,
      }
      const readPage = async (cursor: string | null) => {
        const variables = { ...filters, _cursor: cursor }
        const response = await graphql<{ leads: BoardLead[] }>(document, variables, signal)
        return { leads: response.data.leads, nextCursor: response.nextCursor }
      }
      const phase = phaseByColumn[column]
      const now = Date.now()
      return readMatching(
        readPage,
        pageParam,
        pageSize,
        lead => !phase || isInPhase(phase, lead, now),
      )
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Phase of the stay by column, for columns of bookings. */
const phaseByColumn: Partial<Record<Column, Phase>> = { BOOKED: 'COMING', STAY: 'THERE' }

function columnFilters(column: Column) {
  const sorts = {
    QUOTE: 'created',
    HOLD: 'updated',
    BOOKED: 'checkIn',
    STAY: 'checkOut',
    CLOSED: 'updated',
  } as const
  const phase = phaseByColumn[column]
  const statusIn = stages[phase ? 'BOOKED' : (column as Stage)]
  return { statusIn, ...(phase ? phaseDates(phase, Date.now()) : {}), sort: sorts[column] }
}

/** Returns the URL of the list of the same leads, below `/console`. */
export function listUrl(column: Column, assignee: string | null): string {
  const phase: Phase | '' = phaseByColumn[column] ?? ''
  const stage: Stage = phase ? 'BOOKED' : (column as Stage)
  const { sort } = columnFilters(column)
  const filters = { ...noFilters, stage, when: phase, sort, assignee: assignee ?? '' }
  return `/reservations?${toSearch(filters)}`
}

/** Returns a function that returns the number of leads of a column, or null while loading. */
export function useColumnCounts(assigneeUid: string | null) {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['leads', 'counts', agency.uid, 'board', assigneeUid],
    queryFn: async ({ signal }) => {
      const assigneeFilter = assigneeUid === null ? {} : { assigneeUid }
      const [byStage, byStatus] = await Promise.all(
        (['stage', 'status'] as const).map(by => {
          const query = { agencyUid: agency.uid, by, ...assigneeFilter }
          return call('GET /leads/counts', { query, signal })
        }),
      )
      return { byStage: byStage!.counts, byStatus: byStatus!.counts }
    },
  })
  return (column: Column): number | null => {
    if (!data) return null
    const isEnded = (status: string) => stages.CLOSED.some(endedStatus => endedStatus === status)
    // Past stays belong to the stage CLOSED, too, but not to this column.
    const counts =
      column === 'CLOSED'
        ? data.byStatus.filter(({ value }) => isEnded(value))
        : data.byStage.filter(({ value }) => value === column)
    return counts.reduce((sum, { count }) => sum + count, 0)
  }
}
