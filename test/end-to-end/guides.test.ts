/** Checks the printed output of the commands of docs/guides/. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { checkPrinted, readSteps, reasonToSkip, typePages } from './documented-commands.ts'

const folder = join(import.meta.dirname, '../../docs/guides')

describe('docs/guides/', async () => {
  const skip = await reasonToSkip()

  it('print the documented output, each after connect.md in a separate terminal', {
    skip,
  }, async () => {
    const names = (await readdir(folder)).filter(name => name !== 'connect.md').sort()
    assert.deepEqual(names, ['cleaning.md', 'dashboard.md', 'locks.md', 'pricing.md'])
    const connect = await readSteps('docs/guides/connect.md')
    const pages = await Promise.all(
      names.map(async name => [...connect, ...(await readSteps(`docs/guides/${name}`))]),
    )
    assert.ok(pages.every(steps => steps.length >= connect.length + 5))
    const printed = await typePages(pages)
    for (const [i, steps] of pages.entries()) checkPrinted(printed[i]!, steps)
  })
})
