/** Pin codes when their lead changes: contract/resources.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import { makeEmployee, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

const explicit = {
  startLocalDateTime: '2026-07-05T10:00:00',
  endLocalDateTime: '2026-07-06T10:00:00',
}

/** Creates a booking of 4 to 8 July with a code for the stay and one with other times. */
async function makeStay(body: object = {}) {
  const testCase = await makeEventCase(server)
  const { made, propertyUid } = testCase
  const { lead } = await testCase.create('BOOKED', body)
  const code = async (fields: object = {}) =>
    (await made('POST', '/pin-codes', { propertyUid, leadUid: lead.uid, ...fields })).pinCode
  const [own, other] = [await code(), await code({ ...explicit, lockName: 'Gate' })]
  await testCase.newEvents()
  const codes = async () => (await made('GET', `/pin-codes?leadUid=${lead.uid}`)).pinCodes
  const times = async () =>
    Object.fromEntries(
      (await codes()).map((row: Record<string, string>) => [
        row.uid,
        [row.startLocalDateTime, row.endLocalDateTime],
      ]),
    )
  const runAction = (action: string, fields: object = {}) =>
    made('POST', `/leads/${lead.uid}/${action}`, fields)
  const tells = async () => (await testCase.newTypes()).filter(type => type.startsWith('PINCODE'))
  return { ...testCase, lead, code, own, other, codes, times, runAction, tells }
}

const unmoved = [explicit.startLocalDateTime, explicit.endLocalDateTime]

describe('a stay', () => {
  it('that moves in time moves the codes with its times', async () => {
    const { runAction, times, tells, own, other } = await makeStay()
    const before = await times()
    await runAction('alteration', {
      checkInLocalDate: '2026-07-05',
      checkOutLocalDate: '2026-07-10',
    })
    const after = await times()
    const moved = before[own.uid].map((time: string, i: number) =>
      time.replace(/-0\dT/, i === 0 ? '-05T' : '-10T'),
    )
    assert.deepEqual(after, { [own.uid]: moved, [other.uid]: unmoved })
    assert.deepEqual(await tells(), ['PINCODE_UPDATED'])
  })

  it('whose guests change does not change the codes', async () => {
    const { runAction, times, tells } = await makeStay()
    const before = await times()
    await runAction('alteration', { adultCount: 1 })
    assert.deepEqual([await times(), await tells()], [before, []])
  })

  it('that passes a time of a code moves both times', async () => {
    const { runAction, code, times } = await makeStay()
    const { uid } = await code({ endLocalDateTime: '2026-07-07T10:00:00', lockName: 'Shed' })
    await runAction('alteration', {
      checkInLocalDate: '2026-07-08',
      checkOutLocalDate: '2026-07-10',
    })
    const [start, end] = (await times())[uid]
    assert.deepEqual([start.slice(0, 10), end.slice(0, 10)], ['2026-07-08', '2026-07-10'])
  })

  it('that meets an equal code keeps its own', async () => {
    const { runAction, own, times, tells, made, agencyUid, propertyUid } = await makeStay()
    const userUid = await makeEmployee(server, agencyUid)
    const startLocalDateTime = '2026-08-02T10:00:00'
    const equal = { propertyUid, userUid, code: own.code, startLocalDateTime }
    await made('POST', '/pin-codes', equal)
    await tells()
    await runAction('alteration', {
      checkInLocalDate: '2026-08-01',
      checkOutLocalDate: '2026-08-04',
    })
    assert.equal((await times())[own.uid][0].slice(0, 10), '2026-08-01')
    assert.deepEqual(await tells(), ['PINCODE_UPDATED'])
  })
})

describe('equal codes of successive guests', () => {
  /** Creates a booking of 4 to 8 July and the next, to 12 July, with equal codes. */
  const makeSuccession = async () => {
    const it = await makeStay()
    const { made, propertyUid, own } = it
    const stay = { checkInLocalDate: '2026-07-08', checkOutLocalDate: '2026-07-12' }
    const next = (await it.create('BOOKED', stay)).lead.uid
    await made('POST', '/pin-codes', { propertyUid, leadUid: next, code: own.code })
    const countCodes = async () => {
      const counts = []
      for (const uid of [it.lead.uid, next]) {
        const { pinCodes } = await made('GET', `/pin-codes?leadUid=${uid}`)
        counts.push(pinCodes.filter(({ code }: { code: string }) => code === own.code).length)
      }
      return counts
    }
    const alter = (uid: string, body: object) => made('POST', `/leads/${uid}/alteration`, body)
    await it.tells()
    return { ...it, next, countCodes, alter }
  }

  it('both are kept if one guest leaves late, and open the lock at the same time', async () => {
    const { lead, countCodes, alter, tells, times, own } = await makeSuccession()
    await alter(lead.uid, { checkOutLocalDateTime: '2026-07-08T16:00:00' })
    assert.deepEqual(await countCodes(), [1, 1])
    assert.deepEqual(await tells(), ['PINCODE_UPDATED'])
    assert.equal((await times())[own.uid][1], '2026-07-08T16:00:00')
    await alter(lead.uid, { checkOutLocalDateTime: '2026-07-08T10:00:00' })
    assert.equal((await times())[own.uid][1], '2026-07-08T10:00:00')
  })

  it('both are kept if the other guest is early, and other fields can be changed', async () => {
    const { next, countCodes, alter, made } = await makeSuccession()
    await alter(next, { checkInLocalDateTime: '2026-07-08T08:00:00' })
    assert.deepEqual(await countCodes(), [1, 1])
    const { pinCodes } = await made('GET', `/pin-codes?leadUid=${next}`)
    const url = 'https://locks.example/door'
    const { pinCode } = await made('PUT', `/pin-codes/${pinCodes[0].uid}`, { url })
    assert.equal(pinCode.url, url)
  })

  it('are still rejected for a new code', async () => {
    const { lead, alter, own, propertyUid, agencyUid, key } = await makeSuccession()
    await alter(lead.uid, { checkOutLocalDateTime: '2026-07-08T16:00:00' })
    const userUid = await makeEmployee(server, agencyUid)
    const startLocalDateTime = '2026-07-08T15:30:00'
    const body = { propertyUid, userUid, code: own.code, startLocalDateTime }
    const { status } = await server.request('POST', '/api/v3.3/pin-codes', { key, body })
    assert.equal(status, 409)
  })
})

describe('codes that were revoked', () => {
  it('are restored when the booking is rebooked, with its new dates', async () => {
    const { runAction, own, other, times, tells, codes } = await makeStay()
    const before = await times()
    const original = await codes()
    await runAction('cancel')
    await tells()
    await runAction('rebook')
    assert.deepEqual(await times(), before)
    assert.deepEqual(await tells(), ['PINCODE_CREATED', 'PINCODE_CREATED'])
    const openings = (list: Record<string, string>[]) => list.map(({ uid, code }) => [uid, code])
    assert.deepEqual(openings(await codes()), openings(original))
    await runAction('cancel')
    await runAction('rebook', { checkInLocalDate: '2026-07-10', checkOutLocalDate: '2026-07-12' })
    const after = await times()
    assert.equal(after[own.uid][0].slice(0, 10), '2026-07-10')
    assert.deepEqual(after[other.uid], unmoved)
  })

  it('are restored when a closed, declined or withdrawn lead is reopened', async () => {
    const it = await makeStay()
    await it.runAction('cancel')
    for (const [state, end] of [
      ['OH', 'close'],
      ['PE', 'decline-booking-request'],
      ['PE', 'cancel'],
    ] as const) {
      const leadUid = await it.leadIn(state)
      const { pinCode } = await it.made('POST', '/pin-codes', {
        propertyUid: it.propertyUid,
        leadUid,
      })
      await it.made('POST', `/leads/${leadUid}/${end}`)
      const { status } = await server.request('GET', `/api/v3.3/pin-codes/${pinCode.uid}`, it)
      assert.equal(status, 404)
      await it.made('POST', `/leads/${leadUid}/reopen`)
      const { pinCodes } = await it.made('GET', `/pin-codes?leadUid=${leadUid}`)
      assert.deepEqual([pinCodes[0].uid, pinCodes[0].code], [pinCode.uid, pinCode.code])
      await it.made('POST', `/leads/${leadUid}/close`)
    }
  })

  it('are not restored if deleted before, and can be given to others in the meantime', async () => {
    const { runAction, own, other, made, propertyUid, agencyUid, times } = await makeStay()
    await made('DELETE', `/pin-codes/${other.uid}`)
    await runAction('cancel')
    const userUid = await makeEmployee(server, agencyUid)
    await made('POST', '/pin-codes', { propertyUid, userUid, code: own.code })
    await runAction('rebook')
    assert.deepEqual(Object.keys(await times()), [own.uid])
  })
})

describe('a stay that', () => {
  it('moves to another property deletes all codes, also with other times', async () => {
    const { runAction, times, tells, made, propertyUid, agencyUid } = await makeStay()
    await runAction('alteration', { propertyUid: await makeProperty(server, agencyUid) })
    assert.deepEqual(await times(), {})
    assert.deepEqual((await made('GET', `/pin-codes?propertyUid=${propertyUid}`)).pinCodes, [])
    assert.deepEqual(await tells(), ['PINCODE_DELETED', 'PINCODE_DELETED'])
  })

  it('is cancelled revokes all codes', async () => {
    const { runAction, codes, tells } = await makeStay()
    await runAction('cancel')
    assert.deepEqual([await codes(), await tells()], [[], ['PINCODE_DELETED', 'PINCODE_DELETED']])
  })

  it('is deleted deletes all codes', async () => {
    const { made, leadIn, propertyUid, newEvents, newTypes } = await makeEventCase(server)
    const leadUid = await leadIn('BL')
    await made('POST', '/pin-codes', { propertyUid, leadUid })
    await newEvents()
    await made('DELETE', `/leads/${leadUid}`)
    assert.ok((await newTypes()).includes('PINCODE_DELETED'))
    assert.deepEqual((await made('GET', `/pin-codes?propertyUid=${propertyUid}`)).pinCodes, [])
  })

  it('gets another unit deletes the code of the former unit', async () => {
    const testCase = await makeEventCase(server)
    const { made, agencyUid } = testCase
    const hotelUid = await makeHotel(server, agencyUid)
    const type = { hotelUid, name: 'Suite', numberOfUnits: 2 }
    const { unitType } = await made('POST', '/multi-units/unit-types', type)
    const { units } = await made('GET', `/multi-units/units?unitTypeUid=${unitType.uid}`)
    const [from, to] = units.map(({ uid }: { uid: string }) => uid)
    const body = { propertyUid: unitType.uid, unitUid: from }
    const { lead } = await testCase.create('BOOKED', body)
    await made('POST', '/pin-codes', { ...body, leadUid: lead.uid })
    await made('POST', '/pin-codes', { ...body, leadUid: lead.uid, ...explicit, lockName: 'Gate' })
    const door = await made('POST', '/pin-codes', { propertyUid: unitType.uid, leadUid: lead.uid })
    await made('POST', `/leads/${lead.uid}/alteration`, { unitUid: to })
    const { pinCodes } = await made('GET', `/pin-codes?leadUid=${lead.uid}`)
    assert.deepEqual(
      pinCodes.map(({ uid }: { uid: string }) => uid),
      [door.pinCode.uid],
    )
  })
})

describe('a code of the stay', () => {
  it('keeps moving with it after its own times are sent back', async () => {
    const { runAction, made, own, times } = await makeStay()
    await made('PUT', `/pin-codes/${own.uid}`, { ...own, lockName: 'Back door' })
    await runAction('alteration', { checkInLocalDate: '2026-07-05' })
    assert.equal((await times())[own.uid][0].slice(0, 10), '2026-07-05')
  })
})
