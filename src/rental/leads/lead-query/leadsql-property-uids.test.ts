import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const cedarUid = await makeProperty(server, agencyUid)
const birchUid = await makeProperty(server, agencyUid)
const goneUid = await makeProperty(server, agencyUid, { deleted_at: new Date() })
const inCedar = await makeLead(server, agencyUid, { property_uid: cedarUid })
const inBirch = await makeLead(server, agencyUid, { property_uid: birchUid })
const inCedarToo = await makeLead(server, agencyUid, { property_uid: cedarUid })
await makeLead(server, agencyUid)
const foreign = await makeAgency(server)
const foreignUid = await makeProperty(server, foreign.agencyUid)
const unknownUid = '0197a000-9999-7bbb-8ccc-00000000dead'

const document = `query Q($several: [String], $limit: Int) {
  leads(propertyUids: $several, _limit: $limit) { uid } }`

const ask = async (several: unknown, limit: number | null = null) => {
  const variables = { several, limit }
  const { status, body } = await leadQuery(server, key, { query: document, variables })
  assert.equal(status, 200)
  return body
}

const leadsOf = (...uids: string[]) => ({ leads: uids.map(uid => ({ uid })) })

describe('leads(propertyUids)', () => {
  it('gives the leads of all the properties together, newest first', async () => {
    const body = await ask([cedarUid, birchUid])
    assert.deepEqual(body, { data: leadsOf(inCedarToo, inBirch, inCedar) })
  })

  it('takes one uid in place of a list of one', async () => {
    assert.deepEqual(await ask(birchUid), { data: leadsOf(inBirch) })
  })

  it('gives an empty list for an empty list', async () => {
    assert.deepEqual(await ask([]), { data: { leads: [] } })
  })

  it('gives an empty last page for an empty list with a limit', async () => {
    assert.deepEqual(await ask([], 5), { data: { leads: [] }, extensions: { nextCursor: null } })
  })

  it('skips those out of reach and names them as they were given', async () => {
    const asked = [unknownUid, birchUid, foreignUid, goneUid, 'Cedar', '']
    assert.deepEqual(await ask(asked), {
      data: leadsOf(inBirch),
      extensions: { inaccessiblePropertyUids: [unknownUid, foreignUid, goneUid, 'Cedar', ''] },
    })
  })

  it('names those out of reach beside the cursor', async () => {
    const { extensions } = await ask([unknownUid, birchUid], 5)
    assert.deepEqual(extensions, { nextCursor: null, inaccessiblePropertyUids: [unknownUid] })
  })

  it('counts duplicates once, in whatever case they are written', async () => {
    const upper = birchUid.toUpperCase()
    assert.deepEqual(await ask([birchUid, upper, birchUid]), { data: leadsOf(inBirch) })
    const { extensions } = await ask([birchUid, unknownUid, unknownUid, unknownUid.toUpperCase()])
    assert.equal(extensions.inaccessiblePropertyUids.length, 1)
  })

  for (const several of [[unknownUid], [foreignUid, goneUid], ['']]) {
    it(`ACCESS_DENIED when none of ${several.length} is within reach`, async () => {
      const { data, errors, extensions } = await ask(several)
      assert.deepEqual(data, { leads: null })
      assert.equal(extensions, undefined)
      const { code, status, parameter } = errors[0].extensions
      assert.deepEqual([code, status, parameter], ['ACCESS_DENIED', 403, 'propertyUids'])
      assert.ok(errors[0].message.startsWith('No access to propertyUids '))
    })
  }

  for (const several of [[null], [cedarUid, null]]) {
    it(`INVALID_PARAMETER for null among ${several.length}`, async () => {
      const { data, errors } = await ask(several)
      assert.deepEqual(data, { leads: null })
      const { code, status, parameter } = errors[0].extensions
      assert.deepEqual([code, status, parameter], ['INVALID_PARAMETER', 400, 'propertyUids'])
    })
  }
})

describe('leads(propertyUids), at most 500', () => {
  const others = Array.from({ length: 500 }, (_, i) => {
    return `0197a000-9999-7bbb-8ccc-${String(i).padStart(12, '0')}`
  })

  it('takes 500', async () => {
    const body = await ask([cedarUid, ...others.slice(1)])
    assert.deepEqual(body.data, leadsOf(inCedarToo, inCedar))
    assert.equal(body.extensions.inaccessiblePropertyUids.length, 499)
  })

  it('INVALID_PARAMETER for 501', async () => {
    const { data, errors } = await ask([cedarUid, ...others])
    assert.deepEqual(data, { leads: null })
    const { code, status, parameter } = errors[0].extensions
    assert.deepEqual([code, status, parameter], ['INVALID_PARAMETER', 400, 'propertyUids'])
  })

  it('takes 501 of which two are the same', async () => {
    const body = await ask([cedarUid, cedarUid.toUpperCase(), ...others.slice(1)])
    assert.deepEqual(body.data, leadsOf(inCedarToo, inCedar))
  })
})
