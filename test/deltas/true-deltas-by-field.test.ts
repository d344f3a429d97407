/** Objects and their `updatedSince` agree after a change of any field: contract/general.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServer } from '../support/server.ts'
import { writes } from '../write-cases/all.ts'
import { readDocument } from './body-fields.ts'
import { unusable } from './known-values.ts'
import { neverChanged } from './never-changed.ts'
import { type Findings, type Session, tryFields } from './try-fields.ts'
import { listUnchangedFields, listVisibleFields } from './visible-fields.ts'

const server = await startServer({ SANDBOX: 'true' })
const findings: Findings = { changed: new Set(), missed: new Set(), untried: new Set() }
const session: Session = { server, findings, agency: null }
const apis = [
  ['/api/v3.3', writes.v3],
  ['/v2', writes.v2],
] as const

describe('changes of objects by the fields of request bodies', () => {
  for (const [prefix, all] of apis) {
    it(`are in the delta of every list after each write at ${prefix}`, async () => {
      const document = await readDocument(server, prefix)
      for (const [route, makeWrite] of Object.entries(all)) {
        await tryFields(session, document, route, makeWrite)
      }
      assert.deepEqual([...findings.missed], [])
    })
  }

  it('are tried for each field with an accepted value', () => {
    assert.deepEqual([...findings.untried].sort(), Object.keys(unusable).sort())
  })

  it('cover every field of objects, except those of a list that can only shrink', async () => {
    const fields = listVisibleFields(await readDocument(server, '/api/v3.3'))
    const unchanged = listUnchangedFields(fields, findings.changed)
    assert.deepEqual(unchanged.sort(), Object.keys(neverChanged).sort())
  })
})
