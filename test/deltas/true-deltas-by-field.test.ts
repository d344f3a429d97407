/** Objects and their `updatedSince` agree, whichever field changes: contract/general.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServer } from '../support/server.ts'
import { writes } from '../writes/all.ts'
import { readDocument } from './body-fields.ts'
import { unusable } from './known-values.ts'
import { neverChanged } from './never-changed.ts'
import { shownFields, unchangedFields } from './shown-fields.ts'
import { type Findings, type Session, tryFields } from './try-fields.ts'

const server = await startServer({ SANDBOX: 'true' })
const findings: Findings = { changed: new Set(), missed: new Set(), untried: new Set() }
const session: Session = { server, findings, agency: null }
const sides = [
  ['/api/v3.3', writes.v3],
  ['/v2', writes.v2],
] as const

describe('what a field of a body changes of what objects show', () => {
  for (const [prefix, all] of sides) {
    it(`is in the delta of every list after each write at ${prefix}`, async () => {
      const document = await readDocument(server, prefix)
      for (const [route, writeOf] of Object.entries(all)) {
        await tryFields(session, document, route, writeOf)
      }
      assert.deepEqual([...findings.missed], [])
    })
  }

  it('is tried of each field with a value that is accepted', () => {
    assert.deepEqual([...findings.untried].sort(), Object.keys(unusable).sort())
  })

  it('is all that objects show, but for a list that can only shrink', async () => {
    const shown = shownFields(await readDocument(server, '/api/v3.3'))
    const unchanged = unchangedFields(shown, findings.changed)
    assert.deepEqual(unchanged.sort(), Object.keys(neverChanged).sort())
  })
})
