/** External calendars and the export feed: contract/resources.md §10. */
import { newUid } from '../../src/platform/uid.ts'
import type { Case, Writes } from './write.ts'

const url = 'https://calendar.example/1.ics'

async function makeIcal({ made, propertyUid }: Case): Promise<string> {
  return (await made('POST', '/icals', { propertyUid, name: 'Abroad', url })).ical.uid
}

/** Creates a calendar with an event that occupies no nights yet. */
async function makeEvent(agency: Case): Promise<{ uid: string; eventUid: string }> {
  const { server, agencyUid: agency_uid, propertyUid: property_uid } = agency
  const [uid, eventUid] = [await makeIcal(agency), newUid()]
  const key = { agency_uid, uid: eventUid, ical_uid: uid, property_uid, event_key: 'a' }
  const nights = { check_in: '2026-07-04', check_out: '2026-07-08', first_seen_at: new Date() }
  const closure = { status: 'BLOCKED', state: 'BLOCKS', may_have_guest: false }
  await server.database.kysely
    .insertInto('feed_events')
    .values({ ...key, ...nights, ...closure })
    .execute()
  return { uid, eventUid }
}

export const writes: Writes = {
  'POST /icals': ({ propertyUid }) => ({
    body: { propertyUid, name: 'Abroad', url },
    tells: ['ICAL_CREATED'],
  }),
  'PATCH /icals/:uid': async agency => ({
    params: { uid: await makeIcal(agency) },
    body: { name: 'Elsewhere' },
    tells: { nothing: 'no event type is about names of calendars' },
  }),
  'DELETE /icals/:uid': async agency => ({
    params: { uid: await makeIcal(agency) },
    tells: ['ICAL_DELETED'],
  }),
  'POST /icals/:uid/sync': async agency => ({
    params: { uid: await makeIcal(agency) },
    tells: { nothing: 'the first failure of an address emits no event' },
  }),
  'POST /icals/:uid/events/:eventUid': async agency => ({
    params: await makeEvent(agency),
    body: { decision: 'IGNORE' },
    tells: { nothing: 'the event occupies no nights, so nothing changes' },
  }),
  'POST /icals/:uid/export-token': async agency => ({
    params: { uid: await makeIcal(agency) },
    tells: { nothing: 'no event type is about secret addresses' },
  }),
  'POST /icals/export-token': ({ propertyUid }) => ({
    query: { propertyUid },
    tells: { nothing: 'no event type is about secret addresses' },
  }),
}
