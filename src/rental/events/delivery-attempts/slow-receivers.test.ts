/** Tests of the delay of deliveries with many agencies and with slow receivers. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import {
  callsAnywhere,
  makeWebhook,
  openTestDispatcher,
} from '../../../../test/fixtures/webhooks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'
import { startReceiver } from '../../../../test/support/webhook-receiver/receiver.ts'

const server = await startServer({ ...callsAnywhere, CALLBACK_TIMEOUT_MS: '30000' })
const receiver = await startReceiver()
const dispatcher = openTestDispatcher(server)
after(() => dispatcher.stop())

interface Agency {
  agencyUid: string
  key: string
  propertyUid: string
}

async function makeAgencyWithProperty(): Promise<Agency> {
  const { agencyUid, key } = await makeAgency(server)
  return { agencyUid, key, propertyUid: await makeProperty(server, agencyUid) }
}

const hook = ({ agencyUid }: Agency, path: string) =>
  makeWebhook(server, { agencyUid, eventType: 'NEW_INQUIRY', url: `${receiver.url}${path}` })

async function makeInquiries({ agencyUid, key, propertyUid }: Agency, count: number) {
  const stay = { checkInLocalDate: '2027-01-01', checkOutLocalDate: '2027-01-03' }
  const guestInformation = { firstName: 'Ada', email: 'ada@example.com' }
  const body = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
  for (let i = 0; i < count; i++) {
    const response = await server.request('POST', '/api/v3.3/leads', { key, body })
    assert.equal(response.status, 201, response.text)
  }
}

describe('a delivery', () => {
  it('is sent immediately while more agencies than slots have nothing to send', async () => {
    const agency = await makeAgencyWithProperty()
    await hook(agency, '/hook')
    await makeInquiries(agency, 1)
    const otherAgencies = await Promise.all(Array.from({ length: 40 }, () => makeAgency(server)))
    for (const other of otherAgencies) dispatcher.wake(other.agencyUid)
    dispatcher.wake(agency.agencyUid)
    await eventually(() => receiver.received.length === 1, 10)
  })
})

describe('a healthy destination on a host with slow ones', () => {
  const backlog = 30
  let slow: Agency
  let release: () => void

  beforeEach(async () => {
    const released = Promise.withResolvers<void>()
    release = released.resolve
    receiver.clear()
    receiver.respond(async ({ url }) => {
      if (url.startsWith('/slow')) await released.promise
      return { status: 200 }
    })
    slow = await makeAgencyWithProperty()
  })

  const receivedAt = (path: string) => receiver.received.filter(({ url }) => url === path).length

  /** Lets receivers hold a number of attempts, with a backlog behind them. */
  async function hold(paths: string[], attempts: number): Promise<void> {
    for (const path of paths) await hook(slow, path)
    await makeInquiries(slow, backlog)
    dispatcher.wake(slow.agencyUid)
    await eventually(() => receiver.received.length === attempts, 10)
  }

  /** Expects all events of an agency at its healthy receiver while the slow ones do not respond. */
  async function deliversAll(agency: Agency, attempts: number): Promise<void> {
    await hook(agency, '/healthy')
    await makeInquiries(agency, 4)
    dispatcher.wake(agency.agencyUid)
    await eventually(() => receivedAt('/healthy') === 4, 10)
    assert.equal(receiver.received.length, attempts + 4)
    release()
    await eventually(() => receiver.received.length > attempts + 4, 10)
    await dispatcher.drain()
  }

  it('is not delayed by the backlog of one that uses all its slots', async () => {
    await hold(['/slow'], 10)
    await deliversAll(slow, 10)
  })

  it('gets a free slot while two other destinations use their maximum', async () => {
    await hold(['/slow/1', '/slow/2'], 14)
    await deliversAll(slow, 14)
  })

  it('gets a free slot if the slow destinations are of another agency', async () => {
    await hold(['/slow/1', '/slow/2', '/slow/3'], 15)
    await deliversAll(await makeAgencyWithProperty(), 15)
  })
})
