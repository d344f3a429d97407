/** contract/general.md §3 on every root and field of the GraphQL schemas. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeAgency } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'
import { endpoints, listQueries } from './queries.ts'
import type { Tenant } from './tenant.ts'
import { makeTenant, shareGuest } from './tenant-fixture.ts'
import { makePartnerToken } from './tokens.ts'

const server = await startServer()
const agency = await makeAgency(server)
let granted: Tenant
let hidden: Tenant
const tokens: Record<string, string> = {}

before(async () => {
  granted = await makeTenant(server, agency, 'granted')
  hidden = await makeTenant(server, agency, 'hidden')
  await shareGuest(server, granted, hidden)
  tokens.NONE = await makePartnerToken(server, granted)
  tokens.READ = await makePartnerToken(server, granted, { access: 'READ' })
  tokens.READ_PERSONAL = await makePartnerToken(server, granted, {
    access: 'READ',
    personalData: true,
  })
})

for (const { path, schema } of endpoints) {
  const listCalls = (tenant: Tenant) => listQueries(schema, tenant)
  const send = async (query: string, caller: string) => {
    const response = await server.request('POST', path, { key: tokens[caller]!, body: { query } })
    assert.ok(response.status < 500 && response.status !== 400, response.text)
    return response
  }

  describe(path, () => {
    for (const caller of ['NONE', 'READ']) {
      it(`${caller}: returns nothing that was not granted`, async () => {
        for (const query of listCalls(hidden)) {
          const { body } = await send(query, caller)
          const data = JSON.stringify(body.data ?? null)
          assert.deepEqual(
            hidden.hiddenTexts.filter(hiddenText => data.includes(hiddenText)),
            [],
            query,
          )
        }
      })
    }

    it('READ: returns what was granted, and personal data only where granted', async () => {
      let personalCount = 0
      for (const query of listCalls(granted)) {
        const { text, body } = await send(query, 'READ')
        assert.equal(body.errors, undefined, `${query} ${text}`)
        assert.equal(text.includes(granted.personalText), false, query)
        assert.ok(
          granted.hiddenTexts.some(hiddenText => text.includes(hiddenText)),
          `${query} ${text}`,
        )
        const withPersonalData = await send(query, 'READ_PERSONAL')
        if (withPersonalData.text.includes(granted.personalText)) personalCount++
        const leaks = [text, withPersonalData.text].filter(responseText =>
          hidden.hiddenTexts.some(m => responseText.includes(m)),
        )
        assert.deepEqual(leaks, [], query)
      }
      assert.ok(personalCount > 0)
    })
  })
}
