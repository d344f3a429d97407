/** External calendars and the export feed: contract/resources.md §10. */
import { newUid } from '../../src/platform/uid.ts'
import type { Case, Writes } from './write.ts'

const url = 'https://calendar.example/1.ics'

async function makeIcal({ made, propertyUid }: Case): Promise<string> {
  return (await made('POST', '/icals', { propertyUid, name: 'Abroad', url })).ical.uid
}

/** A calendar with an event that takes no nights yet. */
async function makeEvent(it: Case): Promise<{ uid: string; eventUid: string }> {
  const { server, agencyUid: agency_uid, propertyUid: property_uid } = it
  const [uid, eventUid] = [await makeIcal(it), newUid()]
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
  'PATCH /icals/:uid': async it => ({
    params: { uid: await makeIcal(it) },
    body: { name: 'Elsewhere' },
    tells: { nothing: 'what a calendar is called concerns nobody' },
  }),
  'DELETE /icals/:uid': async it => ({
    params: { uid: await makeIcal(it) },
    tells: ['ICAL_DELETED'],
  }),
  'POST /icals/:uid/sync': async it => ({
    params: { uid: await makeIcal(it) },
    tells: { nothing: 'nobody answers at that address, for the first time' },
  }),
  'POST /icals/:uid/events/:eventUid': async it => ({
    params: await makeEvent(it),
    body: { decision: 'IGNORE' },
    tells: { nothing: 'an event whose nights nothing holds is left alone' },
  }),
  'POST /icals/:uid/export-token': async it => ({
    params: { uid: await makeIcal(it) },
    tells: { nothing: 'an address that is a secret is renewed' },
  }),
  'POST /icals/export-token': ({ propertyUid }) => ({
    query: { propertyUid },
    tells: { nothing: 'an address that is a secret is renewed' },
  }),
}
