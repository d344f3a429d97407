/** Commands of docs/reference/, run in this process unless a separate one is required. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { buildApp } from '../../src/server/app.ts'
import { openDatabase } from '../../src/server/database.ts'
import { openRuntime } from '../../src/server/runtime.ts'
import { openCommands } from '../support/commands.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { query } from '../support/postgres.ts'

const uidPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const { url, folder, env, run } = await openCommands()

/** Returns the status of a request with a key to a server on the same database. */
async function requestStatus(key: string, method: 'GET' | 'PATCH' = 'GET'): Promise<number> {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const database = await openDatabase(config)
  const runtime = await openRuntime({ ...config, runWorker: false }, database, systemClock)
  const app = await buildApp(runtime)
  const path = method === 'GET' ? '/api/v3.3/agencies' : `/api/v3.3/agencies/x`
  const headers = { 'x-hostfully-apikey': key }
  const { statusCode } = await app.inject({ method, url: path, headers })
  await app.close()
  await runtime.tasks.stop()
  await database.close()
  return statusCode
}

describe('lodgepole as a process', () => {
  const main = join(import.meta.dirname, '../../src/main.ts')
  const start = (args: string[], more: Record<string, string> = {}) =>
    new Promise(resolve => {
      const options = { env: { PATH: process.env.PATH, ...env, ...more }, timeout: 60_000 }
      execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
      )
    })

  it('has the same output and exit code as in this process', async () => {
    const port = { PORT: 'abc' }
    const calls: [string[], Record<string, string>?][] = [[['migrate']], [[]], [['migrate'], port]]
    const codes: number[] = []
    for (const [args, more] of calls) {
      const ended = await run(args, more)
      assert.deepEqual(await start(args, more), ended)
      codes.push(ended.code)
    }
    assert.deepEqual(codes, [0, 2, 1])
  })
})

describe('a command', () => {
  it('names an invalid setting on one line', async () => {
    const { code, stderr } = await run(['migrate'], { PORT: 'abc' })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /\nlodgepole: PORT is invalid: 'abc' is not a whole number from 0 to 65535\n$/,
    )
  })

  it('says which database it uses, without the password', async () => {
    const { stderr } = await run(['migrate'])
    const { host, pathname, password } = new URL(url)
    assert.match(stderr, /^Database: postgres(ql)?:\/\/\S+\n$/)
    assert.ok(stderr.includes(`${host}${pathname}`))
    assert.ok(password === '' || !stderr.includes(password))
  })

  it('work refuses the embedded database, and says why', async () => {
    const { code, stderr } = await run(['work'], { DATABASE_URL: '' })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^lodgepole: work requires DATABASE_URL: with the embedded database, serve/m,
    )
  })

  it('migrate says when there is nothing to do', async () => {
    for (const args of [['migrate'], ['migrate', '--dry-run']]) {
      const { code, stdout } = await run(args)
      assert.deepEqual([code, stdout], [0, 'Nothing to do.\n'])
    }
  })
})

let agencyUid: string

before(async () => {
  const created = await run(['agency', 'create', '--name', 'Pine', '--time-zone', 'Europe/Paris'])
  assert.equal(created.code, 0)
  agencyUid = created.stdout.trim()
  assert.match(agencyUid, uidPattern)
})

async function create(...options: string[]) {
  const ended = await run(['key', 'create', '--agency', agencyUid, '--name', 'cli', ...options])
  const [secret = ''] = ended.stdout.split('\n')
  return { ...ended, secret, uid: uidPattern.exec(ended.stdout)?.[0] ?? '' }
}

describe('lodgepole key', () => {
  it('create prints a key that works at once; list never prints it', async () => {
    const { code, secret, uid } = await create()
    assert.equal(code, 0)
    assert.ok(secret.length >= 32)
    assert.equal(await requestStatus(secret), 200)
    const { stdout } = await run(['key', 'list', '--agency', agencyUid])
    assert.match(stdout, new RegExp(`${uid}.* live .*cli`))
    assert.equal(stdout.includes(secret), false)
  })

  it('revoke takes effect on the next request, and only once', async () => {
    const { secret, uid } = await create()
    assert.equal((await run(['key', 'revoke', uid])).code, 0)
    assert.equal(await requestStatus(secret), 401)
    const again = await run(['key', 'revoke', uid])
    assert.equal(again.code, 1)
    assert.match(again.stderr, new RegExp(uid))
    const { stdout } = await run(['key', 'list', '--agency', agencyUid])
    assert.match(stdout, new RegExp(`${uid}.* revoked `))
  })

  it('rotate gives the same key another secret', async () => {
    const { secret, uid } = await create()
    const { code, stdout } = await run(['key', 'rotate', uid])
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`\\(uid ${uid};`))
    assert.equal(await requestStatus(secret), 401)
    assert.equal(await requestStatus(stdout.split('\n')[0]!), 200)
  })
})

describe('lodgepole key create', () => {
  it('--read-only', async () => {
    const { secret } = await create('--read-only')
    assert.equal(await requestStatus(secret), 200)
    assert.equal(await requestStatus(secret, 'PATCH'), 403)
  })

  it('--expires', async () => {
    const past = await create('--expires', '2020-01-31')
    assert.equal(await requestStatus(past.secret), 401)
    const future = await create('--expires', '2999-01-31T12:00:00Z')
    assert.equal(await requestStatus(future.secret), 200)
    const bad = await create('--expires', 'soon')
    assert.equal(bad.code, 2)
    assert.match(bad.stderr, /--expires <date>' argument 'soon' is invalid/)
  })

  it('rotate --keep-hours leaves the former secret valid', async () => {
    const { secret, uid } = await create()
    const { stdout } = await run(['key', 'rotate', uid, '--keep-hours', '24'])
    assert.match(stdout, /the old secret expires in 24 h/)
    assert.equal(await requestStatus(secret), 200)
    assert.equal(await requestStatus(stdout.split('\n')[0]!), 200)
    const { stdout: listed } = await run(['key', 'list', '--agency', agencyUid])
    assert.match(listed, new RegExp(`${uid}  lpa_.{4}…  live  +\\S+  \\S+Z  +-  +-  +cli`))
    assert.equal((await run(['key', 'rotate', uid, '--keep-hours', '1.5'])).code, 2)
  })

  it('--tag restricts a key to existing operations', async () => {
    const { secret, uid } = await create('--tag', 'Leads', '--tag', 'Order services')
    assert.equal(await requestStatus(secret), 403)
    const { stdout } = await run(['key', 'list', '--agency', agencyUid])
    assert.match(stdout, new RegExp(`${uid}.*  Leads, Order services  cli`))
    const wrong = await create('--tag', 'leads')
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /--tag 'leads' is not one of .*, Leads, /)
  })

  it('imports a key verbatim, from the input or by the former option', async () => {
    const key = `old:${randomUUID()}`
    const command = ['key', 'create', '--agency', agencyUid, '--name', 'cli', '--stdin']
    const { code, stdout } = await run(command, {}, `${key}\n`)
    assert.equal(code, 0)
    assert.equal(stdout.includes(key), false)
    assert.equal(await requestStatus(key), 200)
    const other = `old:${randomUUID()}`
    assert.match((await create('--import', other)).stderr, /Use --stdin instead of --import/)
    assert.equal(await requestStatus(other), 200)
  })
})

describe('an unknown agency', () => {
  const uid = randomUUID()
  for (const command of ['key list', 'grant list', 'security list']) {
    it(`is named by ${command}`, async () => {
      const { code, stdout, stderr } = await run([...command.split(' '), '--agency', uid])
      assert.deepEqual([code, stdout], [1, ''])
      assert.ok(stderr.includes(`lodgepole: Agency not found: ${uid}`))
    })
  }
})

describe('lodgepole key create refuses', () => {
  for (const key of [
    'only-15-letters',
    'with a blank in it',
    'schlüsselschlüssel',
    'k'.repeat(256),
  ]) {
    it(`to import '${key.slice(0, 20)}'`, async () => {
      const { code, stderr } = await create('--import', key)
      assert.equal(code, 1)
      assert.match(stderr, /16 to 255 visible ASCII/)
    })
  }

  it('without agency or name, and a 21st key', async () => {
    assert.match((await run(['key', 'create', '--name', 'x'])).stderr, /'--agency <uid>' not/)
    const unnamed = await run(['key', 'create', '--agency', agencyUid])
    assert.match(unnamed.stderr, /'--name <text>' not specified/)
    const none = await run(['key', 'create', '--agency', randomUUID(), '--name', 'x'])
    assert.match(none.stderr, /Agency not found: /)
    await query(url, 'delete from former_keys')
    await query(url, 'delete from api_keys')
    await query(
      url,
      `insert into api_keys (key_hash, uid, agency_uid, name, hint, created_at)
      select sha256(n::text::bytea), gen_random_uuid(), '${agencyUid}', 'k', 'k', now()
      from generate_series(1, 20) n`,
    )
    const { code, stderr } = await create()
    assert.equal(code, 1)
    assert.match(stderr, /at most 20 API keys/)
  })
})

describe('lodgepole demo', () => {
  it('writes a file with a key that works', async () => {
    const DATABASE_URL = await createDatabaseUrl()
    await run(['demo'], { DATABASE_URL, PUBLIC_URL: 'http://stay.example.org/' })
    const written = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))
    assert.deepEqual(Object.keys(written), [
      'baseUrl',
      'agencyUid',
      'apiKey',
      'propertyUids',
      'manager',
    ])
    assert.equal(written.baseUrl, 'http://stay.example.org')
    const [agency] = await query(DATABASE_URL, 'select agency_uid from agencies')
    assert.equal(agency?.agency_uid, written.agencyUid)
  })

  it('does nothing to a database that has agencies', async () => {
    const before = await query(url, 'select count(*) from leads')
    const { code, stdout } = await run(['demo'])
    assert.equal(code, 0)
    assert.match(stdout, /already has agencies: nothing was done/)
    assert.deepEqual(await query(url, 'select count(*) from leads'), before)
  })

  it('creates the requested number of properties, and refuses an invalid number', async () => {
    const DATABASE_URL = await createDatabaseUrl()
    const result = await run(['demo', '--properties', '3', '--seed', '7'], { DATABASE_URL })
    assert.match(result.stdout, /seed 7[\s\S]* 3 properties, \d+ leads\n/)
    assert.equal((await run(['demo', '--properties', '5001'], { DATABASE_URL })).code, 2)
  })
})
