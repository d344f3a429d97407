/** External calendars and the export feed: contract/resources.md §10. */
import type { Case, Writes } from './write.ts'

const url = 'https://calendar.example/1.ics'

async function makeIcal({ made, propertyUid }: Case): Promise<string> {
  return (await made('POST', '/icals', { propertyUid, name: 'Abroad', url })).ical.uid
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
  'POST /icals/export-token': ({ propertyUid }) => ({
    query: { propertyUid },
    tells: { nothing: 'an address that is a secret is renewed' },
  }),
}
