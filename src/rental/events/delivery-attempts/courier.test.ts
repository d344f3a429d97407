/** How soon deliveries go when many agencies are looked at at once. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere, makeWebhook, openTestCourier } from '../../../../test/fixtures/webhooks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startReceiver } from '../../../../test/support/receiver.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const receiver = await startReceiver()
const courier = openTestCourier(server)
after(() => courier.stop())

describe('a delivery', () => {
  it('goes at once though more agencies than there is room for are looked at in vain', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid)
    const url = `${receiver.url}/hook`
    await makeWebhook(server, { agencyUid, eventType: 'NEW_INQUIRY', url })
    const stay = { checkInLocalDate: '2027-01-01', checkOutLocalDate: '2027-01-03' }
    const guestInformation = { firstName: 'Ada', email: 'ada@example.com' }
    const body = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
    const made = await server.request('POST', '/api/v3.3/leads', { key, body })
    assert.equal(made.status, 201, made.text)

    const others = await Promise.all(Array.from({ length: 40 }, () => makeAgency(server)))
    for (const other of others) courier.wake(other.agencyUid)
    courier.wake(agencyUid)
    await eventually(() => receiver.received.length === 1, 10)
  })
})
