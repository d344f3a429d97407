/** Prepared statements that the embedded database reuses after changes of tables and values. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isPlanOutdated } from '../../failed-statement.ts'
import { type Engine, openEngine } from './engine.ts'
import { compiledPostgres } from './wasm.ts'

const engine: Engine = await openEngine(
  { isSynced: false, wasm: await compiledPostgres() },
  () => undefined,
)

const script = (text: string) => engine.run({ text, asArrays: true })

async function run(text: string, values: unknown[], begin?: string): Promise<unknown[]> {
  const [result] = await engine.run({ text, values, asArrays: true, begin })
  return result!.rows
}

async function countPrepared(): Promise<number> {
  const [result] = await script('select count(*)::integer from pg_prepared_statements')
  return (result!.rows[0] as [number])[0]
}

after(() => engine.close())

describe('a repeated statement', () => {
  it('returns the result for the values of each call', async () => {
    const text = 'select $1::integer + 1, $2::text, $3::text[], $4::jsonb, $5::date'
    for (const n of [1, 2, 3, 4, 5, 6, 7]) {
      const values = [n, null, ['a', '"b", {c}', null], { n }, '2030-02-01']
      assert.deepEqual(await run(text, values), [
        [n + 1, null, ['a', '"b", {c}', null], { n }, '2030-02-01'],
      ])
    }
  })

  it('returns rows as objects, and the number of changed rows', async () => {
    await script('create table nights (night integer, note text)')
    const insert = 'insert into nights select n, $2 from generate_series(1, $1::integer) n'
    for (const count of [3, 4]) {
      const [result] = await engine.run({ text: insert, values: [count, 'x'], asArrays: false })
      assert.deepEqual(result, { rows: [], affectedRows: count })
    }
    const text = 'select night, note from nights where night > $1 order by night'
    const [result] = await engine.run({ text, values: [3], asArrays: false })
    assert.deepEqual(result, { rows: [{ night: 4, note: 'x' }], affectedRows: 0 })
  })

  it('runs again after an error of a value or a transaction', async () => {
    const text = 'select 10 / $1::integer'
    assert.deepEqual(await run(text, [5]), [[2]])
    await assert.rejects(run(text, [0]), { code: '22012' })
    await assert.rejects(run(text, ['many']))
    assert.deepEqual(await run(text, [2]), [[5]])
    await assert.rejects(run(text, [0], 'begin'), { code: '22012' })
    await assert.rejects(run(text, [2]), { code: '25P02' })
    await script('rollback')
    assert.deepEqual(await run(text, [10]), [[1]])
  })

  it('begins a transaction in the same round trip, prepared or not', async () => {
    for (const note of ['first', 'second']) {
      await run('update nights set note = $1', [note], 'begin')
      assert.deepEqual(await run('select distinct note from nights where $1', [true]), [[note]])
      await script('rollback')
      assert.deepEqual(await run('select distinct note from nights where $1', [true]), [['x']])
    }
  })

  it('begins a transaction even if a value cannot be serialized', async () => {
    const text = 'update nights set note = note where $1::boolean'
    await run(text, [true])
    await assert.rejects(run(text, ['many'], 'begin'))
    await run('update nights set note = $1', ['kept'])
    await script('rollback')
    assert.deepEqual(await run('select distinct note from nights where $1', [true]), [['x']])
  })

  it('fails once after its table has changed, and then returns the new columns', async () => {
    const text = 'select * from nights where night = $1 limit 1'
    assert.deepEqual(await run(text, [4]), [[4, 'x']])
    await script('alter table nights add column price integer default 9')
    await assert.rejects(run(text, [4]), isPlanOutdated)
    assert.deepEqual(await run(text, [4]), [[4, 'x', 9]])
  })
})

it('limits the number of prepared statements', async () => {
  for (const round of [1, 2]) {
    for (let i = 0; i < 220; i++) {
      assert.deepEqual(await run(`select $1::integer * ${i}`, [round]), [[round * i]])
    }
  }
  assert.ok((await countPrepared()) <= 201)
})
