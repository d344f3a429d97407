/** That the examples of the OpenAPI documents are what the server answers now. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { examplesFile, examplesText } from './generate/examples/file.ts'
import { recordExamples } from './generate/examples/record.ts'

/** A thousand requests, one after the other, take a busy cluster long. */
const timeout = 280_000

it('contracts/examples.json is what a server gives', { timeout }, async () => {
  const pinned = (await readFile(examplesFile, 'utf8')).split('\n')
  const given = examplesText(await recordExamples()).split('\n')
  const drifted = given.filter(line => !pinned.includes(line))
  assert.deepEqual(drifted, [], 'run `npm run generate` and review the difference')
  assert.equal(given.length, pinned.length)
})
