/** An agency that makes events, and a receiver that is told of them, anew for every test. */
import { beforeEach } from 'node:test'
import { makeAgency, makeProperty } from './fixtures.ts'
import { startReceiver } from './receiver.ts'
import { startServer } from './server.ts'
import { callsAnywhere, deliverDue, makeWebhook } from './webhooks.ts'

/** To be awaited at the top of a test file. */
export async function startTelling() {
  const server = await startServer({ ...callsAnywhere, CALLBACK_TIMEOUT_MS: '3000' })
  const receiver = await startReceiver()
  const db = server.database.kysely
  let [agencyUid, key, propertyUid, day] = ['', '', '', 0]
  beforeEach(async () => {
    ;({ agencyUid, key } = await makeAgency(server))
    propertyUid = await makeProperty(server, agencyUid)
    receiver.forget()
    receiver.answer({ status: 200 })
  })
  const post = (path: string, body: unknown = {}) =>
    server.request('POST', `/api/v3.3${path}`, { key, body })
  const bodies = () => receiver.received.map(({ text }) => JSON.parse(text))
  const deliveries = () =>
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('agency_uid', '=', agencyUid)
      .orderBy('seq')
      .execute()
  return {
    server,
    receiver,
    db,
    /** Of this test. */
    ids: () => ({ agencyUid, key, propertyUid }),
    post,
    /** Makes a lead on dates of its own, and gives its uid. */
    async makeInquiry(status = 'NEW'): Promise<string> {
      const checkIn = Temporal.PlainDate.from('2027-01-01').add({ days: 3 * day++ })
      const { body } = await post('/leads', {
        agencyUid,
        propertyUid,
        status,
        checkInLocalDate: checkIn.toString(),
        checkOutLocalDate: checkIn.add({ days: 2 }).toString(),
        guestInformation: { firstName: 'Ada', email: 'ada@example.com' },
      })
      return body.lead.uid
    },
    change: (uid: string, notes: string) =>
      server.request('PATCH', `/api/v3.3/leads/${uid}`, { key, body: { notes } }),
    hook: (eventType: string, given = {}) =>
      makeWebhook(server, { agencyUid, eventType, url: `${receiver.url}/hook`, ...given }),
    deliverDue: () => deliverDue(server),
    bodies,
    types: () => bodies().map(({ event_type }) => event_type),
    deliveries,
    statuses: async () => (await deliveries()).map(({ status }) => status),
  }
}
