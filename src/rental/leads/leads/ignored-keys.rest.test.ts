/** Warnings about keys that a PATCH of a lead ignores: contract/leads.md §8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const property_uid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid })
const patch = (body: unknown, version = 'v3.3') =>
  server.request('PATCH', `/api/${version}/leads/${leadUid}`, { key, body })
const readWarning = async (body: unknown, version?: string) => {
  const { status, headers, text } = await patch(body, version)
  assert.equal(status, 200, text)
  return headers.get('x-lodgepole-warning')
}

describe('PATCH /leads/{uid} with ignored keys', () => {
  it('200: warns with the keys and the operation that changes them', async () => {
    const dates = { checkInLocalDate: '2027-06-10', checkOutLocalDateTime: '2027-06-14T10:00' }
    const warning = await readWarning({
      ...dates,
      status: 'BOOKED',
      notes: 'x',
      source: 'DIRECT_VRBO',
    })
    assert.equal(
      warning,
      'not changed by PATCH: checkInLocalDate, checkOutLocalDateTime ' +
        '(POST /leads/{uid}/alteration); status (POST /leads/{uid}/mark-as-booked); ' +
        'source (no operation)',
    )
  })

  it('changes its own keys only', async () => {
    const { body } = await patch({
      status: 'BOOKED',
      notes: 'Late',
      guestInformation: { adultCount: 9 },
    })
    const { status, notes, guestInformation } = body.lead
    assert.deepEqual([status, notes, guestInformation.adultCount], ['NEW', 'Late', 1])
  })

  const cases: [body: object, warning: string | null, version?: string][] = [
    [{ notes: 'x', guestInformation: { firstName: 'Ada' } }, null],
    [{}, null],
    [
      { guestInformation: { firstName: 'Ada', petCount: 2 } },
      'guestInformation.petCount (POST /leads/{uid}/alteration)',
    ],
    [{ propertyUid: property_uid }, 'propertyUid (POST /leads/{uid}/alteration)'],
    [{ status: 'CANCELLED' }, 'status (POST /leads/{uid}/cancel)'],
    [{ status: 'PENDING' }, 'status (POST /leads/{uid}/<action>)'],
    [{ status: 'constructor' }, 'status (POST /leads/{uid}/<action>)'],
    [
      { hasCompletedPreArrivalForm: true },
      'hasCompletedPreArrivalForm (POST /leads/{uid}/mark-paf-completed)',
    ],
    [{ referrer: 'a friend' }, 'referrer (PATCH /leads/{uid} from v3.3 on)', 'v3.2'],
    [{ 'n\r\nx-evil: 1': 1, ключ: 2, toString: 3 }, 'toString, 2 more (no operation)'],
  ]
  for (const [body, warning, version] of cases) {
    it(`${JSON.stringify(body)}: ${warning}`, async () => {
      const expected = warning && `not changed by PATCH: ${warning}`
      assert.equal(await readWarning(body, version), expected)
    })
  }

  it('limits the number of keys in the header', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`key${i}`, 1]))
    const warning = (await readWarning(many))!
    assert.match(warning, /key19, 1980 more \(no operation\)$/)
  })
})
