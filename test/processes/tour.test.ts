/** Checks that the commands of docs/tour.md print what stands below them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkPrinted, readSteps, reasonToSkip, typePages } from './typed-pages.ts'

describe('docs/tour.md', async () => {
  const skip = await reasonToSkip()

  it('prints what it says, from the first request to the last', { skip }, async () => {
    const steps = await readSteps('docs/tour.md')
    assert.ok(steps.length > 10)
    const [printed] = await typePages([steps])
    checkPrinted(printed!, steps)
  })
})
