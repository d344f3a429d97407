/** contract/resources.md §5: what becomes of pin codes when their lead changes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeToldCase } from '../../../../test/fixtures/events/told-case.ts'
import { makeEmployee, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

const explicit = {
  startLocalDateTime: '2026-07-05T10:00:00',
  endLocalDateTime: '2026-07-06T10:00:00',
}

/** A booking of 4 to 8 July with a code of its stay and one of other times. */
async function makeStay(body: object = {}) {
  const given = await makeToldCase(server)
  const { made, propertyUid } = given
  const { lead } = await given.create('BOOKED', body)
  const code = async (fields: object = {}) =>
    (await made('POST', '/pin-codes', { propertyUid, leadUid: lead.uid, ...fields })).pinCode
  const [own, other] = [await code(), await code({ ...explicit, lockName: 'Gate' })]
  await given.news()
  const codes = async () => (await made('GET', `/pin-codes?leadUid=${lead.uid}`)).pinCodes
  const times = async () =>
    Object.fromEntries(
      (await codes()).map((one: Record<string, string>) => [
        one.uid,
        [one.startLocalDateTime, one.endLocalDateTime],
      ]),
    )
  const act = (action: string, fields: object = {}) =>
    made('POST', `/leads/${lead.uid}/${action}`, fields)
  const tells = async () => (await given.tells()).filter(type => type.startsWith('PINCODE'))
  return { ...given, lead, code, own, other, codes, times, act, tells }
}

const unmoved = [explicit.startLocalDateTime, explicit.endLocalDateTime]

describe('a stay', () => {
  it('that moves in time takes the codes of its times along', async () => {
    const { act, times, tells, own, other } = await makeStay()
    const before = await times()
    await act('alteration', { checkInLocalDate: '2026-07-05', checkOutLocalDate: '2026-07-10' })
    const after = await times()
    const moved = before[own.uid].map((time: string, i: number) =>
      time.replace(/-0\dT/, i === 0 ? '-05T' : '-10T'),
    )
    assert.deepEqual(after, { [own.uid]: moved, [other.uid]: unmoved })
    assert.deepEqual(await tells(), ['PINCODE_UPDATED'])
  })

  it('whose guests change leaves the codes as they are', async () => {
    const { act, times, tells } = await makeStay()
    const before = await times()
    await act('alteration', { adultCount: 1 })
    assert.deepEqual([await times(), await tells()], [before, []])
  })

  it('that passes the other end of a code takes both along', async () => {
    const { act, code, times } = await makeStay()
    const { uid } = await code({ endLocalDateTime: '2026-07-07T10:00:00', lockName: 'Shed' })
    await act('alteration', { checkInLocalDate: '2026-07-08', checkOutLocalDate: '2026-07-10' })
    const [start, end] = (await times())[uid]
    assert.deepEqual([start.slice(0, 10), end.slice(0, 10)], ['2026-07-08', '2026-07-10'])
  })

  it('that comes upon an equal code keeps its own', async () => {
    const { act, own, times, tells, made, agencyUid, propertyUid } = await makeStay()
    const userUid = await makeEmployee(server, agencyUid)
    const startLocalDateTime = '2026-08-02T10:00:00'
    const equal = { propertyUid, userUid, code: own.code, startLocalDateTime }
    await made('POST', '/pin-codes', equal)
    await tells()
    await act('alteration', { checkInLocalDate: '2026-08-01', checkOutLocalDate: '2026-08-04' })
    assert.equal((await times())[own.uid][0].slice(0, 10), '2026-08-01')
    assert.deepEqual(await tells(), ['PINCODE_UPDATED'])
  })
})

describe('equal codes of successive guests', () => {
  /** The guest of 4 to 8 July and the next, to 12 July, with equal codes. */
  const makeSuccession = async () => {
    const it = await makeStay()
    const { made, propertyUid, own } = it
    const stay = { checkInLocalDate: '2026-07-08', checkOutLocalDate: '2026-07-12' }
    const next = (await it.create('BOOKED', stay)).lead.uid
    await made('POST', '/pin-codes', { propertyUid, leadUid: next, code: own.code })
    const kept = async () => {
      const each = []
      for (const uid of [it.lead.uid, next]) {
        const { pinCodes } = await made('GET', `/pin-codes?leadUid=${uid}`)
        each.push(pinCodes.filter(({ code }: { code: string }) => code === own.code).length)
      }
      return each
    }
    const alter = (uid: string, body: object) => made('POST', `/leads/${uid}/alteration`, body)
    await it.tells()
    return { ...it, next, kept, alter }
  }

  it('both stay when one leaves late, and open the lock at the same time', async () => {
    const { lead, kept, alter, tells, times, own } = await makeSuccession()
    await alter(lead.uid, { checkOutLocalDateTime: '2026-07-08T16:00:00' })
    assert.deepEqual(await kept(), [1, 1])
    assert.deepEqual(await tells(), ['PINCODE_UPDATED'])
    assert.equal((await times())[own.uid][1], '2026-07-08T16:00:00')
    await alter(lead.uid, { checkOutLocalDateTime: '2026-07-08T10:00:00' })
    assert.equal((await times())[own.uid][1], '2026-07-08T10:00:00')
  })

  it('both stay when the other comes early, and both can be changed otherwise', async () => {
    const { next, kept, alter, made } = await makeSuccession()
    await alter(next, { checkInLocalDateTime: '2026-07-08T08:00:00' })
    assert.deepEqual(await kept(), [1, 1])
    const { pinCodes } = await made('GET', `/pin-codes?leadUid=${next}`)
    const url = 'https://locks.example/door'
    const { pinCode } = await made('PUT', `/pin-codes/${pinCodes[0].uid}`, { url })
    assert.equal(pinCode.url, url)
  })

  it('are still refused to a new code', async () => {
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
  it('come back when the booking is booked again, on its dates then', async () => {
    const { act, own, other, times, tells, codes } = await makeStay()
    const before = await times()
    const shown = await codes()
    await act('cancel')
    await tells()
    await act('rebook')
    assert.deepEqual(await times(), before)
    assert.deepEqual(await tells(), ['PINCODE_CREATED', 'PINCODE_CREATED'])
    const openings = (list: Record<string, string>[]) => list.map(({ uid, code }) => [uid, code])
    assert.deepEqual(openings(await codes()), openings(shown))
    await act('cancel')
    await act('rebook', { checkInLocalDate: '2026-07-10', checkOutLocalDate: '2026-07-12' })
    const after = await times()
    assert.equal(after[own.uid][0].slice(0, 10), '2026-07-10')
    assert.deepEqual(after[other.uid], unmoved)
  })

  it('come back when what was closed, declined or withdrawn is reopened', async () => {
    const it = await makeStay()
    await it.act('cancel')
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

  it('stay away when they were deleted before, and can be given to others meanwhile', async () => {
    const { act, own, other, made, propertyUid, agencyUid, times } = await makeStay()
    await made('DELETE', `/pin-codes/${other.uid}`)
    await act('cancel')
    const userUid = await makeEmployee(server, agencyUid)
    await made('POST', '/pin-codes', { propertyUid, userUid, code: own.code })
    await act('rebook')
    assert.deepEqual(Object.keys(await times()), [own.uid])
  })
})

describe('a stay that', () => {
  it('goes to another property revokes all codes, those of other times too', async () => {
    const { act, times, tells, made, propertyUid, agencyUid } = await makeStay()
    await act('alteration', { propertyUid: await makeProperty(server, agencyUid) })
    assert.deepEqual(await times(), {})
    assert.deepEqual((await made('GET', `/pin-codes?propertyUid=${propertyUid}`)).pinCodes, [])
    assert.deepEqual(await tells(), ['PINCODE_DELETED', 'PINCODE_DELETED'])
  })

  it('is cancelled revokes all', async () => {
    const { act, codes, tells } = await makeStay()
    await act('cancel')
    assert.deepEqual([await codes(), await tells()], [[], ['PINCODE_DELETED', 'PINCODE_DELETED']])
  })

  it('is deleted revokes all', async () => {
    const { made, leadIn, propertyUid, news, tells } = await makeToldCase(server)
    const leadUid = await leadIn('BL')
    await made('POST', '/pin-codes', { propertyUid, leadUid })
    await news()
    await made('DELETE', `/leads/${leadUid}`)
    assert.ok((await tells()).includes('PINCODE_DELETED'))
    assert.deepEqual((await made('GET', `/pin-codes?propertyUid=${propertyUid}`)).pinCodes, [])
  })

  it('gets another unit revokes the code of the unit that it leaves', async () => {
    const given = await makeToldCase(server)
    const { made, agencyUid } = given
    const hotelUid = await makeHotel(server, agencyUid)
    const type = { hotelUid, name: 'Suite', numberOfUnits: 2 }
    const { unitType } = await made('POST', '/multi-units/unit-types', type)
    const { units } = await made('GET', `/multi-units/units?unitTypeUid=${unitType.uid}`)
    const [from, to] = units.map(({ uid }: { uid: string }) => uid)
    const body = { propertyUid: unitType.uid, unitUid: from }
    const { lead } = await given.create('BOOKED', body)
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
  it('goes on following it when its own times are sent back to it', async () => {
    const { act, made, own, times } = await makeStay()
    await made('PUT', `/pin-codes/${own.uid}`, { ...own, lockName: 'Back door' })
    await act('alteration', { checkInLocalDate: '2026-07-05' })
    assert.equal((await times())[own.uid][0].slice(0, 10), '2026-07-05')
  })
})
