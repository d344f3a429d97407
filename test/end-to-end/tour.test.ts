/** Checks the printed output of the commands of docs/tour.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkPrinted, readSteps, reasonToSkip, typePages } from './documented-commands.ts'

describe('docs/tour.md', async () => {
  const skip = await reasonToSkip()

  it('prints the documented output, from the first request to the last', { skip }, async () => {
    const steps = await readSteps('docs/tour.md')
    assert.ok(steps.length > 10)
    const [printed] = await typePages([steps])
    checkPrinted(printed!, steps)
  })
})
