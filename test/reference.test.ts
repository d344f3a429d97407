/** Tables of docs/reference/, and what they are generated from. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { settings } from '../src/config/settings.ts'
import { readConfig } from '../src/config.ts'
import { readReference, references } from './generate/reference/markers.ts'
import { listMetrics } from './generate/reference/metrics.ts'
import { secretKeyText } from './support/databases/secret-keys.ts'
import { startServer } from './support/server.ts'

describe('docs/reference/', () => {
  for (const name of references) {
    it(`${name}.md equals the output of the sources`, async () => {
      const { present, generated } = await readReference(name)
      assert.ok(
        present === generated,
        `docs/reference/${name}.md has drifted: run \`npm run generate\` and review the difference`,
      )
    })
  }
})

describe('the declared settings', () => {
  it('are all that a server reads', () => {
    const read = new Set<string>()
    const values: Record<string, string> = {
      DATABASE_URL: 'postgres://unused',
      SECRET_KEY: secretKeyText(),
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'office@pine.example',
      BLOB_URL: 's3://bucket/prefix',
    }
    const env = new Proxy(values, {
      get(target, name) {
        read.add(String(name))
        return target[String(name)]
      },
    })
    readConfig(env)
    const others = [...read].filter(name => !(name in settings) && !name.startsWith('AWS_'))
    assert.deepEqual(others, ['ANSWER_MEMORY_MB'])
    assert.deepEqual(
      Object.keys(settings).filter(name => !read.has(name)),
      [],
    )
  })

  it('have the defaults of the contract', () => {
    const contract = readFileSync(new URL('../docs/contract/general.md', import.meta.url), 'utf8')
    const table = contract.split('## 13. Settings')[1]!
    for (const [name, setting] of Object.entries(settings)) {
      const row = table
        .split('\n')
        .find(line => line.startsWith('|') && line.includes(`\`${name}\``))
      assert.ok(row, name)
      if ('default' in setting && typeof setting.default === 'number')
        assert.match(row.split('|')[2]!, new RegExp(`\\b${setting.default}\\b`), name)
    }
  })
})

describe('the documented metrics', () => {
  it('are all that a server has', async () => {
    const { metrics } = await startServer()
    const ofProcess = /^(nodejs|process)_/
    const names = metrics.registry.getMetricsAsArray().map(({ name }) => name)
    const documented = listMetrics().map(({ name }) => name)
    assert.deepEqual(names.filter(name => !ofProcess.test(name)).sort(), documented.sort())
  })
})
