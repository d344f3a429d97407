/**
 * That a process of an earlier release can go on while the database is that of this one: the
 * statements that each release sent are kept in `releases/`, and still mean something.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { createDatabaseUrl } from './support/database.ts'

const client = new pg.Client({ connectionString: await createDatabaseUrl() })
await client.connect()
after(() => client.end())

/** Why the database refuses a statement; null: it does not. */
async function refusal(statement: string): Promise<string | null> {
  try {
    await client.query(`prepare kept as ${statement}`)
    await client.query('deallocate kept')
    return null
  } catch (error) {
    return `${(error as Error).message}: ${statement}`
  }
}

describe('statements of earlier releases', () => {
  for (const file of globSync(join(import.meta.dirname, 'releases/*.sql.br')).sort()) {
    it(`${basename(file, '.sql.br')}: each is understood by the database of today`, async () => {
      const statements = brotliDecompressSync(readFileSync(file)).toString().trimEnd().split(';\n')
      const refused: string[] = []
      for (const statement of statements) {
        const text = await refusal(statement.replace(/;$/, ''))
        if (text !== null) refused.push(text)
      }
      assert.deepEqual(refused, [])
      assert.ok(statements.length > 500, 'statements are recognised')
    })
  }

  it('a statement about what is not there is noticed', async () => {
    assert.match((await refusal('select tide from leads')) ?? '', /column "tide" does not exist/)
  })
})
