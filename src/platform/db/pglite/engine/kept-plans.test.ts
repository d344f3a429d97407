/** Statements that the embedded database keeps, whatever becomes of the tables and the values. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isOutlived } from '../../failed-statement.ts'
import { type Engine, openEngine } from './engine.ts'
import { compiledPostgres } from './wasm.ts'

const engine: Engine = await openEngine(
  { isSynced: false, wasm: await compiledPostgres() },
  () => undefined,
)

const script = (text: string) => engine.ask({ text, asArrays: true })

async function ask(text: string, values: unknown[], begin?: string): Promise<unknown[]> {
  const [result] = await engine.ask({ text, values, asArrays: true, begin })
  return result!.rows
}

async function namesKept(): Promise<number> {
  const [result] = await script('select count(*)::integer from pg_prepared_statements')
  return (result!.rows[0] as [number])[0]
}

after(() => engine.close())

describe('a statement that is asked again', () => {
  it('answers by the values that it is given each time', async () => {
    const text = 'select $1::integer + 1, $2::text, $3::text[], $4::jsonb, $5::date'
    for (const n of [1, 2, 3, 4, 5, 6, 7]) {
      const values = [n, null, ['a', '"b", {c}', null], { n }, '2030-02-01']
      assert.deepEqual(await ask(text, values), [
        [n + 1, null, ['a', '"b", {c}', null], { n }, '2030-02-01'],
      ])
    }
  })

  it('gives rows as objects, too, and how many it has changed', async () => {
    await script('create table nights (night integer, note text)')
    const insert = 'insert into nights select n, $2 from generate_series(1, $1::integer) n'
    for (const count of [3, 4]) {
      const [result] = await engine.ask({ text: insert, values: [count, 'x'], asArrays: false })
      assert.deepEqual(result, { rows: [], affectedRows: count })
    }
    const text = 'select night, note from nights where night > $1 order by night'
    const [result] = await engine.ask({ text, values: [3], asArrays: false })
    assert.deepEqual(result, { rows: [{ night: 4, note: 'x' }], affectedRows: 0 })
  })

  it('answers again after it has failed, for a value or in a transaction', async () => {
    const text = 'select 10 / $1::integer'
    assert.deepEqual(await ask(text, [5]), [[2]])
    await assert.rejects(ask(text, [0]), { code: '22012' })
    await assert.rejects(ask(text, ['many']))
    assert.deepEqual(await ask(text, [2]), [[5]])
    await assert.rejects(ask(text, [0], 'begin'), { code: '22012' })
    await assert.rejects(ask(text, [2]), { code: '25P02' })
    await script('rollback')
    assert.deepEqual(await ask(text, [10]), [[1]])
  })

  it('begins a transaction in the same go, known or not', async () => {
    for (const note of ['first', 'second']) {
      await ask('update nights set note = $1', [note], 'begin')
      assert.deepEqual(await ask('select distinct note from nights where $1', [true]), [[note]])
      await script('rollback')
      assert.deepEqual(await ask('select distinct note from nights where $1', [true]), [['x']])
    }
  })

  it('begins a transaction also when one of its values cannot be sent', async () => {
    const text = 'update nights set note = note where $1::boolean'
    await ask(text, [true])
    await assert.rejects(ask(text, ['many'], 'begin'))
    await ask('update nights set note = $1', ['kept'])
    await script('rollback')
    assert.deepEqual(await ask('select distinct note from nights where $1', [true]), [['x']])
  })

  it('is refused once when its table has changed, and then knows the new one', async () => {
    const text = 'select * from nights where night = $1 limit 1'
    assert.deepEqual(await ask(text, [4]), [[4, 'x']])
    await script('alter table nights add column price integer default 9')
    await assert.rejects(ask(text, [4]), isOutlived)
    assert.deepEqual(await ask(text, [4]), [[4, 'x', 9]])
  })
})

it('no more statements are kept than there is memory for, and each answers', async () => {
  for (const round of [1, 2]) {
    for (let i = 0; i < 220; i++) {
      assert.deepEqual(await ask(`select $1::integer * ${i}`, [round]), [[round * i]])
    }
  }
  assert.ok((await namesKept()) <= 201)
})
