/** contract/general.md §3 on every root and field of the queries, as their schemas name them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeAgency } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'
import { makeEstate, shareGuest } from './estate.ts'
import { endpoints, queriesOf } from './queries.ts'
import { tokenWith } from './tokens.ts'
import type { Estate } from './uids.ts'

const server = await startServer()
const agency = await makeAgency(server)
let granted: Estate
let hidden: Estate
const tokens: Record<string, string> = {}

before(async () => {
  granted = await makeEstate(server, agency, 'granted')
  hidden = await makeEstate(server, agency, 'hidden')
  await shareGuest(server, granted, hidden)
  tokens.NONE = await tokenWith(server, granted)
  tokens.READ = await tokenWith(server, granted, { access: 'READ' })
  tokens.READ_PERSONAL = await tokenWith(server, granted, { access: 'READ', personalData: true })
})

for (const { path, schema } of endpoints) {
  const calls = (estate: Estate) => queriesOf(schema, estate)
  const ask = async (query: string, who: string) => {
    const answer = await server.request('POST', path, { key: tokens[who]!, body: { query } })
    assert.ok(answer.status < 500 && answer.status !== 400, answer.text)
    return answer
  }

  describe(path, () => {
    for (const who of ['NONE', 'READ']) {
      it(`${who}: shows nothing of what was not granted`, async () => {
        for (const query of calls(hidden)) {
          const { body } = await ask(query, who)
          const data = JSON.stringify(body.data ?? null)
          assert.deepEqual(
            hidden.marks.filter(mark => data.includes(mark)),
            [],
            query,
          )
        }
      })
    }

    it('READ: shows what was granted without personal data, with it only where granted', async () => {
      let shown = 0
      for (const query of calls(granted)) {
        const { text, body } = await ask(query, 'READ')
        assert.equal(body.errors, undefined, `${query} ${text}`)
        assert.equal(text.includes(granted.personalMark), false, query)
        assert.ok(
          granted.marks.some(mark => text.includes(mark)),
          `${query} ${text}`,
        )
        const whole = await ask(query, 'READ_PERSONAL')
        if (whole.text.includes(granted.personalMark)) shown++
        const others = [text, whole.text].filter(one => hidden.marks.some(m => one.includes(m)))
        assert.deepEqual(others, [], query)
      }
      assert.ok(shown > 0)
    })
  })
}
