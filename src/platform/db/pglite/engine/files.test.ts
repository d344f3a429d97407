/** The files of an embedded database: on the disk in time, and for nobody but their owner. */
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

async function rowsOf(engine: Engine, text: string): Promise<unknown[]> {
  const results = await engine.ask({ text, asArrays: true })
  return results.at(-1)!.rows
}

// What a first start has left that was cut off.
fs.mkdirSync(folder)
for (const name of ['unfinished', 'PG_VERSION']) fs.writeFileSync(join(folder, name), '18\n')
const disk = new Disk()
const engine = await open(folder, true)

after(() => {
  disk.end()
  fs.rmSync(parent, { recursive: true })
})

describe('a database of which the power is cut off', () => {
  /** The nights that a database has that is opened from what the disk had of it. */
  async function nightsLeft(): Promise<unknown[]> {
    const left = fs.mkdtempSync(join(parent, 'left-'))
    disk.leave(folder, left)
    const opened = await open(left, false)
    const nights = await rowsOf(opened, 'select night from nights order by night')
    await opened.close()
    return nights.flat()
  }

  it('has every commit that was acknowledged', async () => {
    const acknowledged: number[] = []
    const book = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const night = acknowledged.length
        await engine.ask({
          text: 'insert into nights values ($1)',
          values: [night],
          asArrays: true,
        })
        acknowledged.push(night)
      }
    }
    await rowsOf(engine, 'create table nights (night integer primary key)')
    await book(1)
    assert.deepEqual(await nightsLeft(), acknowledged, 'the first')
    await book(40)
    assert.deepEqual(await nightsLeft(), acknowledged, 'many')
    await rowsOf(engine, 'checkpoint')
    await book(1)
    assert.deepEqual(await nightsLeft(), acknowledged, 'after a checkpoint')
    await rowsOf(engine, 'select pg_switch_wal()')
    await book(1)
    assert.deepEqual(await nightsLeft(), acknowledged, 'in another file of the log')
  })
})

describe('the folder of a database', () => {
  const everything = () => {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return ['', ...names].map(name => join(folder, name))
  }
  const openToOthers = () => everything().filter(path => (fs.statSync(path).mode & 0o077) !== 0)

  it('is for nobody but its owner, with all that is in it', () => {
    assert.ok(everything().length > 900)
    assert.deepEqual(openToOthers(), [])
  })

  it('is made so again when it is opened', async () => {
    await engine.close()
    for (const path of everything()) fs.chmodSync(path, fs.statSync(path).mode | 0o066)
    const opened = await open(folder, false)
    assert.deepEqual(openToOthers(), [])
    await opened.close()
  })
})
