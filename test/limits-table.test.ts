/** The table of limits in docs/reference/limits.md, compared with metrics and settings. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readConfig } from '../src/config.ts'
import { limitNames } from '../src/platform/limits/limit-metrics.ts'
import { observeLimits } from '../src/platform/metrics/metrics.ts'
import { openMetrics } from '../src/rental/metrics.ts'
import { secretKeyText } from './support/databases/secret-keys.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const rows = read('docs/reference/limits.md')
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| what |'))
  .map(line => line.slice(2, -2).split(' | '))
const settings = read('docs/contract/general.md').split('## 13. Settings')[1]!

/** Names of the numeric members of a type. */
type NumberOf<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T]

describe('the table of limits', () => {
  it('has a row for each metric, and a metric for each row', async () => {
    const limits = rows.map(row => /^`(\w+)`$/.exec(row[4]!)?.[1])
    assert.deepEqual([...limits].sort(), [...limitNames].sort())
    const metrics = openMetrics()
    observeLimits(metrics, {})
    const page = await metrics.registry.metrics()
    for (const limit of limits) {
      assert.match(
        page,
        new RegExp(`^lodgepole_limit_reached_total\\{limit="${limit}"\\} \\d`, 'm'),
      )
    }
  })

  const configKeys: Record<string, NumberOf<ReturnType<typeof readConfig>>> = {
    RATE_LIMIT_PER_HOUR: 'rateLimitPerHour',
    MAX_CONNECTIONS: 'connectionsMax',
    REQUEST_TIMEOUT_MS: 'requestTimeoutMs',
    STORAGE_QUOTA_MIB: 'storageQuotaMib',
    UNSENT_RESPONSES_MB: 'unsentResponsesMb',
  }

  it('names existing settings, with their defaults', () => {
    const named = rows.filter(row => row[1] !== 'fixed')
    const names = named.map(row => /^`([A-Z_]+)`$/.exec(row[1]!)?.[1] ?? row[1]!)
    assert.deepEqual(names.sort(), Object.keys(configKeys).sort())
    const SECRET_KEY = secretKeyText()
    const config = readConfig({ DATABASE_URL: 'postgres://unused', SECRET_KEY })
    for (const row of named) {
      const name = row[1]!.replaceAll('`', '')
      assert.equal(Number(row[2]), config[configKeys[name]!], name)
      assert.ok(settings.includes(`| \`${name}\` | ${row[2]}`), `${name} is in the contract`)
    }
  })
})
