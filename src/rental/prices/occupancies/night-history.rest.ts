/** History of a night, with actors: docs/decisions/0009-lead-action-locking.md. */
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
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
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { actingCredential, presentCredential } from './credential-shape.ts'
import { listNightChanges, type NightChange } from './night-history.sql.ts'

const change = shape('NightChange', {
  date: date(),
  change: named('NightChangeKind', oneOf(['TAKEN', 'FREED'])),
  isTurnover: bool(),
  leadUid: nullable(uid()),
  propertyUid: nullable(uid()),
  unitUid: nullable(uid()),
  act: text(),
  credential: actingCredential,
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
    answer: unpagedAnswer('history', change),
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query }) => {
      const property = await reachedProperty(ctx, params.propertyUid!, { inPath: true })
      const changes = await listNightChanges(ctx, property, query.date)
      return unpaged(
        'history',
        changes.map(row => presentChange(ctx, row, query.date)),
      )
    },
  }),
]

/** A partner is told of leads that it may see. */
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
