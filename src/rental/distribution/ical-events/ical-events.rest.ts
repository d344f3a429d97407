/** Operations on the events of an external calendar: contract/resources.md §10. */
import { route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  bool,
  date,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireIcal } from '../icals/icals.ts'
import { decideEvent, decisions } from './decide-event.ts'
import type { IcalEvent } from './ical-event.ts'
import { findIcalEvent, listEventBlocks, listIcalEvents } from './ical-events.ts'

const icalEvent = shape('IcalEvent', {
  uid: uid(),
  state: text(),
  checkInDate: date(),
  checkOutDate: date(),
  mayHaveGuest: bool(),
  isClash: bool(),
  isMissing: bool(),
  leadUid: nullable(uid()),
  blockUids: listOf(uid()),
  reason: nullable(text()),
})

const common = { since: '3.3', tag: 'iCals' } as const
const eventsMax = 10_000

export const icalEventRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/icals/:uid/events',
    operationId: 'listIcalEvents',
    summary: 'List the events of an external calendar',
    response: unpagedResponse('events', icalEvent, { max: eventsMax }),
    errors: ['ICAL_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const ical = await requireIcal(ctx, params.uid!, 'READ')
      const events = await listIcalEvents(ctx, ical)
      const uids = events.map(event => event.uid)
      const blocks = await listEventBlocks(ctx, ical.agency_uid, uids)
      const byEvent = Map.groupBy(blocks, ({ event_uid }) => event_uid)
      return unpaged(
        'events',
        events.map(event =>
          presentEvent(
            event,
            (byEvent.get(event.uid) ?? []).map(block => block.uid),
          ),
        ),
      )
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/icals/:uid/events/:eventUid',
    operationId: 'decideIcalEvent',
    summary: 'Decide how to handle an event of an external calendar',
    body: Type.Object({ decision: named('IcalEventDecision', oneOf(decisions)) }),
    response: Type.Object({ event: icalEvent }),
    errors: ['ICAL_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireIcal(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { params, body, authorized }) => {
      const eventUid = asUid(params.eventUid!)
      const event = eventUid && (await findIcalEvent(ctx, authorized, eventUid))
      if (!event) throw notFound('ICAL_NOT_FOUND', params.eventUid!)
      const decided = await decideEvent(ctx, authorized, event, body.decision)
      const blocks = await listEventBlocks(ctx, decided.agency_uid, [decided.uid])
      return {
        event: presentEvent(
          decided,
          blocks.map(block => block.uid),
        ),
      }
    },
  }),
]

function presentEvent(event: IcalEvent, blockUids: string[]) {
  return {
    uid: event.uid,
    state: event.state,
    checkInDate: event.check_in,
    checkOutDate: event.check_out,
    mayHaveGuest: event.may_have_guest,
    isClash: event.is_clash,
    isMissing: event.missing_since !== null,
    leadUid: event.lead_uid,
    blockUids,
    reason: event.reason,
  }
}
