/** The examples of the OpenAPI documents equal current responses of the server. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { examplesFile, examplesText } from './generate/examples/file.ts'
import { recordExamples } from './generate/examples/record.ts'

/** Timeout of a thousand consecutive requests on a busy cluster. */
const timeout = 280_000

it('contracts/examples.json equals the responses of a server', { timeout }, async () => {
  const pinned = (await readFile(examplesFile, 'utf8')).split('\n')
  const recorded = examplesText(await recordExamples()).split('\n')
  const drifted = recorded.filter(line => !pinned.includes(line))
  assert.deepEqual(drifted, [], 'run `npm run generate` and review the difference')
  assert.equal(recorded.length, pinned.length)
})
