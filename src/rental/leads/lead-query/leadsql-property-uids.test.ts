import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const cedarUid = await makeProperty(server, agencyUid)
const birchUid = await makeProperty(server, agencyUid)
const deletedUid = await makeProperty(server, agencyUid, { deleted_at: new Date() })
const inCedar = await makeLead(server, agencyUid, { property_uid: cedarUid })
const inBirch = await makeLead(server, agencyUid, { property_uid: birchUid })
const inCedarToo = await makeLead(server, agencyUid, { property_uid: cedarUid })
await makeLead(server, agencyUid)
const foreign = await makeAgency(server)
const foreignUid = await makeProperty(server, foreign.agencyUid)
const unknownUid = '0197a000-9999-7bbb-8ccc-00000000dead'

const document = `query Q($several: [String], $limit: Int) {
  leads(propertyUids: $several, _limit: $limit) { uid } }`

const query = async (several: unknown, limit: number | null = null) => {
  const variables = { several, limit }
  const { status, body } = await leadQuery(server, key, { query: document, variables })
  assert.equal(status, 200)
  return body
}

const leadsData = (...uids: string[]) => ({ leads: uids.map(uid => ({ uid })) })

describe('leads(propertyUids)', () => {
  it('merges the leads of all properties, newest first', async () => {
    const body = await query([cedarUid, birchUid])
    assert.deepEqual(body, { data: leadsData(inCedarToo, inBirch, inCedar) })
  })

  it('accepts a uid instead of a list of one', async () => {
    assert.deepEqual(await query(birchUid), { data: leadsData(inBirch) })
  })

  it('returns an empty list for an empty list', async () => {
    assert.deepEqual(await query([]), { data: { leads: [] } })
  })

  it('returns an empty last page for an empty list with a limit', async () => {
    assert.deepEqual(await query([], 5), { data: { leads: [] }, extensions: { nextCursor: null } })
  })

  it('skips inaccessible properties and names them as sent', async () => {
    const requested = [unknownUid, birchUid, foreignUid, deletedUid, 'Cedar', '']
    assert.deepEqual(await query(requested), {
      data: leadsData(inBirch),
      extensions: { inaccessiblePropertyUids: [unknownUid, foreignUid, deletedUid, 'Cedar', ''] },
    })
  })

  it('returns inaccessible properties and a cursor', async () => {
    const { extensions } = await query([unknownUid, birchUid], 5)
    assert.deepEqual(extensions, { nextCursor: null, inaccessiblePropertyUids: [unknownUid] })
  })

  it('counts duplicates once, in upper or lower case', async () => {
    const upper = birchUid.toUpperCase()
    assert.deepEqual(await query([birchUid, upper, birchUid]), { data: leadsData(inBirch) })
    const { extensions } = await query([birchUid, unknownUid, unknownUid, unknownUid.toUpperCase()])
    assert.equal(extensions.inaccessiblePropertyUids.length, 1)
  })

  for (const several of [[unknownUid], [foreignUid, deletedUid], ['']]) {
    it(`ACCESS_DENIED: rejects ${several.length} if none is accessible`, async () => {
      const { data, errors, extensions } = await query(several)
      assert.deepEqual(data, { leads: null })
      assert.equal(extensions, undefined)
      const { code, status, parameter } = errors[0].extensions
      assert.deepEqual([code, status, parameter], ['ACCESS_DENIED', 403, 'propertyUids'])
      assert.ok(errors[0].message.startsWith('No access to propertyUids '))
    })
  }

  for (const several of [[null], [cedarUid, null]]) {
    it(`INVALID_PARAMETER: rejects null among ${several.length}`, async () => {
      const { data, errors } = await query(several)
      assert.deepEqual(data, { leads: null })
      const { code, status, parameter } = errors[0].extensions
      assert.deepEqual([code, status, parameter], ['INVALID_PARAMETER', 400, 'propertyUids'])
    })
  }
})

describe('leads(propertyUids), at most 500', () => {
  const unknownUids = Array.from({ length: 500 }, (_, i) => {
    return `0197a000-9999-7bbb-8ccc-${String(i).padStart(12, '0')}`
  })

  it('accepts 500', async () => {
    const body = await query([cedarUid, ...unknownUids.slice(1)])
    assert.deepEqual(body.data, leadsData(inCedarToo, inCedar))
    assert.equal(body.extensions.inaccessiblePropertyUids.length, 499)
  })

  it('INVALID_PARAMETER: rejects 501', async () => {
    const { data, errors } = await query([cedarUid, ...unknownUids])
    assert.deepEqual(data, { leads: null })
    const { code, status, parameter } = errors[0].extensions
    assert.deepEqual([code, status, parameter], ['INVALID_PARAMETER', 400, 'propertyUids'])
  })

  it('accepts 501 with one duplicate', async () => {
    const body = await query([cedarUid, cedarUid.toUpperCase(), ...unknownUids.slice(1)])
    assert.deepEqual(body.data, leadsData(inCedarToo, inCedar))
  })
})
