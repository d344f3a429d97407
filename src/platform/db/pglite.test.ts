/** The embedded database as files of the machine. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openPglite } from './pglite.ts'

const parent = mkdtempSync(join(tmpdir(), 'lodgepole-pglite-'))
after(() => rmSync(parent, { recursive: true }))

describe('the folder of an embedded database', () => {
  const folder = join(parent, 'private')
  const everything = () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return ['', ...names].map(name => join(folder, name))
  }
  const openToOthers = () => everything().filter(path => (statSync(path).mode & 0o077) !== 0)

  it('is for nobody but its owner, with all that is in it', async () => {
    const database = await openPglite({ folder })
    await database.run({ name: 'table', text: 'create table stays (night date)' }, [])
    assert.ok(everything().length > 900)
    assert.deepEqual(openToOthers(), [])
    await database.close()
  })

  it('is made so again when it is opened', async () => {
    for (const path of everything()) chmodSync(path, statSync(path).mode | 0o066)
    const database = await openPglite({ folder })
    assert.deepEqual(openToOthers(), [])
    await database.close()
  })
})
