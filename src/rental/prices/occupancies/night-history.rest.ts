/** History of a night, with actors: docs/decisions/0009-lead-action-locking.md. */
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  date,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { actorCredential, presentCredential } from './credential-shape.ts'
import { listNightChanges, type NightChange } from './night-history.sql.ts'

const change = shape('NightChange', {
  date: date(),
  change: named('NightChangeKind', oneOf(['TAKEN', 'FREED'])),
  isTurnover: bool(),
  leadUid: nullable(uid()),
  propertyUid: nullable(uid()),
  unitUid: nullable(uid()),
  act: text(),
  credential: actorCredential,
  changedUtcDateTime: utcDateTime(),
})

export const nightHistoryRoutes = [
  route({
    method: 'GET',
    path: '/property-calendar/:propertyUid/history',
    since: '3.3',
    operationId: 'listNightHistory',
    summary: 'Get the history of the nights of a property',
    tag: 'Calendar',
    access: { needs: 'bookings' },
    query: Type.Object({ date: date() }),
    response: unpagedResponse('history', change),
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query }) => {
      const property = await requireProperty(ctx, params.propertyUid!, { inPath: true })
      const changes = await listNightChanges(ctx, property, query.date)
      return unpaged(
        'history',
        changes.map(row => presentChange(ctx, row, query.date)),
      )
    },
  }),
]

/** Presents a change of a night. The lead is null if the caller has no access to it. */
function presentChange({ caller }: Context, row: NightChange, date: string) {
  return {
    date,
    change: row.change,
    isTurnover: row.is_turnover,
    leadUid: row.is_visible ? row.lead_uid : null,
    propertyUid: row.is_visible ? row.property_uid : null,
    unitUid: row.hotel_uid === null ? null : row.unit_uid,
    act: row.act,
    credential: presentCredential(caller, row),
    changedUtcDateTime: utcText(row.created_at),
  }
}
