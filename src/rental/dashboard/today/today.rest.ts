/** Agenda of a day: contract/resources.md §11.1. */
import { route } from '../../../context.ts'
import { dateIn } from '../../../platform/dates/dates.ts'
import { date, integer, Type } from '../../../platform/rest/fields.ts'
import { described } from '../../../platform/rest/schema-names.ts'
import { requireAgency } from '../../access/agencies/agencies.ts'
import { presentNotice } from '../../events/notices/notice-shape.ts'
import { countNotices, listNotices } from '../../events/notices/notices.ts'
import { findToday } from './today.sql.ts'
import { todayExpiresAt } from './today-expires-at.sql.ts'
import { itemsMax, presentToday, today } from './today-shape.ts'

const standardLimit = 20

export const todayRoutes = [
  route({
    method: 'GET',
    path: '/agencies/:uid/today',
    since: '3.3',
    summary: 'Get the agenda of a day',
    description:
      'Returns the number of arrivals, departures, stays, turnovers, requests, holds, ' +
      'payments, messages, jobs and failures, and the first of each, 20 unless `_limit` is ' +
      'sent. `date` defaults to today in the time zone of the agency.',
    tag: 'Agencies',
    access: { needs: 'bookings' },
    query: Type.Object({
      date: Type.Optional(date()),
      _limit: Type.Optional(described(integer(1, itemsMax), 'Maximum number of entries per list.')),
    }),
    response: Type.Object({ today }),
    http: { cache: { until: todayExpiresAt } },
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params, query }) => {
      const agency = await requireAgency(ctx, params.uid!)
      const day = query.date ?? dateIn(agency.time_zone, ctx.clock.now())
      const limit = query._limit ?? standardLimit
      const rows = await findToday({ ...ctx, limit }, agency.agency_uid, day)
      const unresolvedFilter = { agencyUid: agency.agency_uid, isResolved: false }
      const firstPage = { limit, cursor: { offset: 0, k: null } }
      const notices = await listNotices(ctx, unresolvedFilter, firstPage)
      const items = notices.slice(0, limit).map(presentNotice)
      return {
        today: {
          date: day,
          asOfSeq: rows.as_of_seq,
          ...presentToday(rows),
          failing: { count: await countNotices(ctx, unresolvedFilter), items },
        },
      }
    },
  }),
]
