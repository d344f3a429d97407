/** contract/general.md §13: settings are read once; one that does not fit is named. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readConfig } from '../src/config.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'lodgepole-config-'))
const server = (env: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'postgres://x', SECRET_KEY, ...env })

after(() => rmSync(folder, { recursive: true }))

describe('settings', () => {
  it('have the defaults of the contract', () => {
    const { secretKeys, dataDir, ...rest } = server()
    assert.equal(secretKeys.length, 1)
    assert.equal(dataDir, join(process.cwd(), 'data'))
    assert.partialDeepStrictEqual(rest, {
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: 'postgres://x',
      databaseReadUrl: null,
      logLevel: 'info',
      sandbox: false,
      rateLimitPerHour: 10_000,
      idempotencyHours: 72,
      trustProxy: [],
      corsOrigins: [],
      queryPage: false,
      runWorker: true,
    })
  })

  it('take an empty value as absent', () => {
    const names = ['PORT', 'HOST', 'SANDBOX', 'LOG_LEVEL', 'TRUST_PROXY', 'RATE_LIMIT_PER_HOUR']
    const empty = Object.fromEntries(names.map(name => [name, '']))
    assert.deepEqual(server(empty), server())
  })

  it('lists are separated by commas, blanks around them cut', () => {
    const { trustProxy } = server({ TRUST_PROXY: ' 10.0.0.0/8, 127.0.0.1 ,' })
    assert.deepEqual(trustProxy, ['10.0.0.0/8', '127.0.0.1'])
  })

  it('SECRET_KEY is needed with DATABASE_URL', () => {
    assert.throws(() => readConfig({ DATABASE_URL: 'postgres://x' }), /SECRET_KEY is needed/)
  })

  it('several secret keys are kept in their order', () => {
    const second = Buffer.alloc(32, 8).toString('base64')
    const { secretKeys } = server({ SECRET_KEY: `${SECRET_KEY}, ${second}` })
    assert.deepEqual(
      secretKeys.map(key => key[0]),
      [7, 8],
    )
  })
})

describe('a value', () => {
  const bad: [string, string][] = [
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['SANDBOX', 'yes'],
    ['QUERY_PAGE', '2'],
    ['RUN_WORKER', 'no'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_PER_HOUR', '-1'],
    ['IDEMPOTENCY_HOURS', '23'],
    ['PUBLIC_URL', 'stay.example.org'],
    ['PUBLIC_URL', 'ftp://stay.example.org'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY', `${SECRET_KEY},short`],
  ]
  for (const [name, value] of bad) {
    it(`${name}=${value.slice(-20)} is refused by name`, () => {
      assert.throws(() => server({ [name]: value }), new RegExp(`^Error: ${name} `))
    })
  }

  for (const [text, value] of [
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ] as const) {
    it(`${text} is ${value}`, () => assert.equal(server({ SANDBOX: text }).sandbox, value))
  }
})

describe('the demo start', () => {
  it('makes its secret key once, for its owner only, and shows the query page', () => {
    const DATA_DIR = join(folder, 'new')
    const first = readConfig({ DATA_DIR })
    assert.equal(first.queryPage, true)
    assert.equal(first.databaseUrl, null)
    assert.deepEqual(readConfig({ DATA_DIR }).secretKeys, first.secretKeys)
    assert.equal(statSync(join(DATA_DIR, 'secret-key')).mode & 0o777, 0o600)
  })
})
