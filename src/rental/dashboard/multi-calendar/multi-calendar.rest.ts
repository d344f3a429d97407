/** Multi-calendar: contract/pricing.md §11. */
import { route } from '../../../context.ts'
import {
  readCursor,
  readLimit,
  type SortOrder,
  writeCursor,
} from '../../../platform/db/pagination.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { JsonText } from '../../../platform/rest/json-text.ts'
import { pagedResponse, pageQuery } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { calendarExpiresAt } from '../../prices/calendar/calendar-expires-at.sql.ts'
import { propertiesMax, rangeQuery, readDays } from '../../prices/calendar/calendar-shape.ts'
import { countRows, type RowSortKey } from './multi-calendar-inputs.sql.ts'
import { multiCalendar } from './multi-calendar-shape.ts'
import { presentCalendars } from './present-calendars.ts'
import { readRowFilters, rowFilterQuery } from './read-row-filters.ts'

const defaultRows = 50

/** Sort order of the rows, as a cursor encodes it. */
const rowOrder: SortOrder = {
  name: 'rows',
  direction: 'asc',
  columns: [
    { column: 'group_name', type: 'text' },
    { column: 'group_uid', type: 'uuid' },
    { column: 'level', type: 'integer' },
    { column: 'own_name', type: 'text' },
    { column: 'uid', type: 'uuid' },
  ],
}

const query = Type.Object({ agencyUid: uid(), ...rangeQuery, ...rowFilterQuery, ...pageQuery })

const { _metadata, _paging } = pagedResponse('rows', multiCalendar).properties

export const multiCalendarRoutes = [
  route({
    method: 'GET',
    path: '/multi-calendar',
    since: '3.3',
    summary: 'Get the calendars of several properties in compact form',
    description:
      'Both dates are included. Prices are one number per night; all other data is run-length ' +
      'encoded. The response contains every event up to `asOfSeq` and none after it.',
    tag: 'Calendar',
    access: { needs: 'bookings' },
    query,
    response: Type.Object({ multiCalendar, _metadata, _paging }),
    http: { plain: true, cache: { until: calendarExpiresAt } },
    errors: ['INVALID_DATE_RANGE', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const agencyUid = requireAgencyUid(ctx.caller, query.agencyUid)
      const filters = await readRowFilters(ctx, agencyUid, query)
      const standardLimit = filters.uids?.length || defaultRows
      const limit = readLimit(query._limit, standardLimit, propertiesMax)
      const days = readDays(query, limit)
      const { k } = readCursor(query._cursor, rowOrder)
      const after = k as RowSortKey | null
      const page = await presentCalendars(ctx, agencyUid, filters, { days, limit, after })
      const totalCount = query._total ? await countRows(ctx, agencyUid, filters) : null
      const pageFields = {
        _metadata: { count: page.count, totalCount },
        _paging: presentPaging(page, limit),
      }
      const end = `,${JSON.stringify(pageFields).slice(1)}`
      return new JsonText(['{"multiCalendar":', ...page.chunks, end], page.expiresMs)
    },
  }),
]

function presentPaging({ count, last }: { count: number; last: RowSortKey | null }, limit: number) {
  if (count === 0) return {}
  return { _limit: limit, _nextCursor: last && writeCursor(limit, last, rowOrder) }
}
