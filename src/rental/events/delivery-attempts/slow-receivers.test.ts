/** Delay of deliveries: beside many agencies, and beside receivers that answer slowly. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import {
  callsAnywhere,
  makeWebhook,
  openTestDispatcher,
} from '../../../../test/fixtures/webhooks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startReceiver } from '../../../../test/support/receiver.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ ...callsAnywhere, CALLBACK_TIMEOUT_MS: '30000' })
const receiver = await startReceiver()
const dispatcher = openTestDispatcher(server)
after(() => dispatcher.stop())

interface Agency {
  agencyUid: string
  key: string
  propertyUid: string
}

async function makeAgencyWithHouse(): Promise<Agency> {
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
    const made = await server.request('POST', '/api/v3.3/leads', { key, body })
    assert.equal(made.status, 201, made.text)
  }
}

describe('a delivery', () => {
  it('goes at once though more agencies than there is room for are looked at in vain', async () => {
    const agency = await makeAgencyWithHouse()
    await hook(agency, '/hook')
    await makeInquiries(agency, 1)
    const others = await Promise.all(Array.from({ length: 40 }, () => makeAgency(server)))
    for (const other of others) dispatcher.wake(other.agencyUid)
    dispatcher.wake(agency.agencyUid)
    await eventually(() => receiver.received.length === 1, 10)
  })
})

describe('beside slow destinations of its host, a healthy one', () => {
  const backlog = 30
  let slow: Agency
  let release: () => void

  beforeEach(async () => {
    const released = Promise.withResolvers<void>()
    release = released.resolve
    receiver.forget()
    receiver.answer(async ({ url }) => {
      if (url.startsWith('/slow')) await released.promise
      return { status: 200 }
    })
    slow = await makeAgencyWithHouse()
  })

  const receivedAt = (path: string) => receiver.received.filter(({ url }) => url === path).length

  /** Has receivers hold every attempt they get, with a backlog behind those. */
  async function hold(paths: string[], attempts: number): Promise<void> {
    for (const path of paths) await hook(slow, path)
    await makeInquiries(slow, backlog)
    dispatcher.wake(slow.agencyUid)
    await eventually(() => receiver.received.length === attempts, 10)
  }

  /** Expects all events of an agency at its healthy receiver while the slow ones answer none. */
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

  it('is not behind the backlog of one that holds all its slots', async () => {
    await hold(['/slow'], 10)
    await deliversAll(slow, 10)
  })

  it('finds a free slot though two hold all that they may', async () => {
    await hold(['/slow/1', '/slow/2'], 14)
    await deliversAll(slow, 14)
  })

  it('finds a free slot though those are of another agency', async () => {
    await hold(['/slow/1', '/slow/2', '/slow/3'], 15)
    await deliversAll(await makeAgencyWithHouse(), 15)
  })
})
