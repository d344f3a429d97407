import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { removeFolder } from '../../../test/support/temporary.ts'
import { bundleForBrowser } from './browser-bundle.ts'

const folder = await mkdtemp(join(tmpdir(), 'lodgepole-browser-bundle-'))
after(() => removeFolder(folder))

async function bundle(name: string, text: string): Promise<string> {
  await writeFile(join(folder, `${name}.ts`), text)
  const entryPoints = { [name]: `./${name}.ts` }
  const { files } = await bundleForBrowser({ folder, entryPoints, css: 'empty' })
  return files.map(([, contents]) => contents.toString()).join('')
}

const long = Array.from({ length: 100_000 }, (_, i) => `document.title += 'part ${i}'`).join('\n')

describe('concurrent bundles', () => {
  it('are all completed, including the slower one', { timeout: 60_000 }, async () => {
    const [short, other] = await Promise.all([
      bundle('short', `alert('short')`),
      bundle('long', long),
    ])
    assert.match(short, /alert\("short"\)/)
    assert.match(other, /part 99999/)
    assert.match(await bundle('later', `alert('later')`), /alert\("later"\)/)
  })
})
