/** Files of an embedded database: synced to the disk in time, and private to their owner. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Disk } from '../../../../../test/support/disk.ts'
import { type Engine, openEngine } from './engine.ts'
import { compiledPostgres } from './wasm.ts'

const parent = fs.mkdtempSync(join(tmpdir(), 'lodgepole-files-'))
const folder = join(parent, 'database')
const wasm = await compiledPostgres()
const open = (folder: string, isSynced: boolean) =>
  openEngine({ folder, isSynced, wasm }, () => undefined)

async function readRows(engine: Engine, text: string): Promise<unknown[]> {
  const results = await engine.run({ text, asArrays: true })
  return results.at(-1)!.rows
}

// Files left by a first start that was interrupted.
fs.mkdirSync(folder)
for (const name of ['unfinished', 'PG_VERSION']) fs.writeFileSync(join(folder, name), '18\n')
const disk = new Disk()
const engine = await open(folder, true)

after(() => {
  disk.end()
  fs.rmSync(parent, { recursive: true })
})

describe('a database after a power failure', () => {
  /** Returns the nights in a database opened from the synced files. */
  async function syncedNights(): Promise<unknown[]> {
    const left = fs.mkdtempSync(join(parent, 'left-'))
    disk.copyDurableState(folder, left)
    const opened = await open(left, false)
    const nights = await readRows(opened, 'select night from nights order by night')
    await opened.close()
    return nights.flat()
  }

  it('has every acknowledged commit', async () => {
    const acknowledged: number[] = []
    const book = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const night = acknowledged.length
        await engine.run({
          text: 'insert into nights values ($1)',
          values: [night],
          asArrays: true,
        })
        acknowledged.push(night)
      }
    }
    await readRows(engine, 'create table nights (night integer primary key)')
    await book(1)
    assert.deepEqual(await syncedNights(), acknowledged, 'the first')
    await book(40)
    assert.deepEqual(await syncedNights(), acknowledged, 'many')
    await readRows(engine, 'checkpoint')
    await book(1)
    assert.deepEqual(await syncedNights(), acknowledged, 'after a checkpoint')
    await readRows(engine, 'select pg_switch_wal()')
    await book(1)
    assert.deepEqual(await syncedNights(), acknowledged, 'in another file of the log')
  })
})

describe('the folder of a database', () => {
  const everything = () => {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return ['', ...names].map(name => join(folder, name))
  }
  const readableByOthers = () => everything().filter(path => (fs.statSync(path).mode & 0o077) !== 0)

  it('is private to its owner, with all its files', () => {
    assert.ok(everything().length > 900)
    assert.deepEqual(readableByOthers(), [])
  })

  it('is made private again when it is opened', async () => {
    await engine.close()
    for (const path of everything()) fs.chmodSync(path, fs.statSync(path).mode | 0o066)
    const opened = await open(folder, false)
    assert.deepEqual(readableByOthers(), [])
    await opened.close()
  })
})
