/** Backups of a running server, restored into servers that return the same responses. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { runCli } from '../../src/cli.ts'
import {
  createDatabaseUrl,
  createEmptyDatabaseUrl,
  engine,
  putEmbedded,
} from '../support/database.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { eventually } from '../support/eventually.ts'
import { freePort, ready, type Started, start } from '../support/processes.ts'
import { send } from '../support/server.ts'
import { removeFolder } from '../support/temporary.ts'
import { convertToFormat1, damage, readTable } from './backup-folders.ts'

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-backup-'))
const undos: (() => Promise<void> | void)[] = []
const cleanup = { add: (undo: () => Promise<void> | void) => undos.push(undo) }
after(async () => {
  for (const undo of undos.reverse()) await undo()
  await removeFolder(folder)
})

/** Data folder and database of a server, or of an empty target. */
interface Target {
  env: NodeJS.ProcessEnv
  dataDir: string
}

const secretKey = secretKeyText()

function makeTarget(name: string, databaseUrl = ''): Target {
  const dataDir = join(folder, name)
  const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_HOUR: '0', CONSOLE: 'false' }
  const env = { ...process.env, DATA_DIR: dataDir, ...quiet }
  const SECRET_KEY = engine === 'postgres' ? secretKey : ''
  return { dataDir, env: { ...env, DATABASE_URL: databaseUrl, SECRET_KEY } }
}

/** Creates an empty target. */
const makeEmptyTarget = async (name: string) =>
  makeTarget(name, engine === 'postgres' ? await createEmptyDatabaseUrl() : '')

/** Creates a target with a migrated database. */
async function makeMigratedTarget(name: string): Promise<Target> {
  if (engine === 'postgres') return makeTarget(name, await createDatabaseUrl())
  const target = makeTarget(name)
  await putEmbedded(target.dataDir)
  return target
}

const launch = ({ env }: Target, ...args: string[]): Started =>
  start(cleanup, process.execPath, ['src/main.ts', ...args], { cwd: root, env })

/** Runs a command in this process; returns its output and its exit code. */
async function run({ env }: Target, ...args: string[]) {
  const lines: string[] = []
  const addLine = (text: string) => void lines.push(text)
  const code = await runCli(args, env, {
    print: addLine,
    complain: addLine,
    input: Readable.from([]),
  })
  return { code, output: lines.join('\n') }
}

async function serve(target: Target): Promise<{ url: string; started: Started }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...target.env, PORT: String(port), PUBLIC_URL: 'http://localhost:3000' }
  const started = launch({ ...target, env }, 'serve')
  const probe = async () => assert.ok((await fetch(`${url}/readyz`)).ok)
  await ready('serve', started, probe, { patienceMs: 120_000 })
  return { url, started }
}

const source = await makeMigratedTarget('here')
const destination = await makeEmptyTarget('there')
const backup = join(folder, 'backup')
const generations = join(folder, 'generations')
assert.equal((await run(source, 'demo', '--properties', '3')).code, 0)
const demo = JSON.parse(readFileSync(join(source.dataDir, 'demo.json'), 'utf8'))
const key: string = demo.apiKey
const settingsPath = `/api/v3.3/agencies/${demo.agencyUid}/settings`

const passportId = 'Passmark 4711'

/** Stores an encrypted passport of a guest, and returns the path of its lead. */
async function bookingWithPassport(url: string): Promise<string> {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 50) { uid leadType } }`
  const { body } = await send(`${url}/v2/leadsql`, 'POST', { key, body: query })
  const { uid } = body.data.leads.find(({ leadType }: { leadType: string }) => leadType !== 'BLOCK')
  const change = { key, body: { guestInformation: { passportId } } }
  const { body: changed } = await send(`${url}/api/v3.3/leads/${uid}`, 'PATCH', change)
  assert.equal(changed.lead.guestInformation.passportId, passportId)
  return uid
}

/** Returns the API responses about data that the tests do not change. */
async function readResponses(url: string): Promise<unknown[]> {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 500) { uid leadType status
    firstName lastName order { totalGrossOrderValue currency } property { uid name } } }`
  const leads = await send(`${url}/v2/leadsql`, 'POST', { key, body: query })
  assert.equal(leads.status, 200)
  const booking = await send(`${url}/api/v3.3/leads/${bookingUid}`, 'GET', { key })
  assert.equal(booking.body.lead.guestInformation.passportId, passportId)
  const responses: unknown[] = [leads.body, booking.body]
  const nouns = ['agencies', 'properties', 'guests', 'webhooks', 'services', 'owners', 'employees']
  for (const noun of nouns) {
    const path = `/api/v3.3/${noun}?agencyUid=${demo.agencyUid}`
    const { status, body } = await send(`${url}${path}`, 'GET', { key })
    assert.equal(status, 200, noun)
    responses.push(body)
  }
  const [{ uid }] = leads.body.data.leads[0].property
  const { body } = await send(`${url}/api/v3.3/photos?propertyUid=${uid}`, 'GET', { key })
  const { pathname } = new URL(body.photos[0].originalImageUrl)
  const photo = await fetch(`${url}${pathname}`)
  assert.equal(photo.status, 200)
  return [...responses, body, Buffer.from(await photo.arrayBuffer()).toString('base64')]
}

/** Reads the generated key of the server, which is required to decrypt its data. */
const readSecretKey = ({ dataDir }: Target) => readFileSync(join(dataDir, 'secret-key'), 'utf8')

async function holdHours(url: string): Promise<number> {
  return (await send(`${url}${settingsPath}`, 'GET', { key })).body.agencySettings.holdHours
}

const leftOver = '2026-01-04T00-00-00Z-0a0a0a.unfinished-0a'
const backupSettings = { BACKUP_EVERY_HOURS: '1', BACKUP_FOLDER: generations }
for (const name of [leftOver, 'notes']) {
  mkdirSync(join(generations, name), { recursive: true })
}
const server = await serve({ ...source, env: { ...source.env, ...backupSettings } })
const bookingUid = await bookingWithPassport(server.url)
const expected = await readResponses(server.url)
const settings = { first: await holdHours(server.url), last: 0 }

describe('BACKUP_EVERY_HOURS', () => {
  it('creates a backup, which can be restored, and removes unfinished ones', async () => {
    await eventually(async () =>
      /task_duration_seconds_count\{worker="backup",outcome="done"\} 1/.test(
        (await send(`${server.url}/metrics`, 'GET')).text,
      ),
    )
    const [newest = '', ...others] = readdirSync(generations).sort()
    assert.deepEqual(others, ['notes'])
    const { code, output } = await run(source, 'backup', 'verify', join(generations, newest))
    assert.equal(code, 0, output)
    assert.match(output, /is complete and can be restored: \d+ rows of \d+ tables/)
  })

  it('creates one only, if a second process has it too', async context => {
    if (engine === 'pglite') return context.skip('only one process can open the database')
    const port = String(await freePort())
    const env = { ...source.env, ...backupSettings, PORT: port }
    const worker = launch({ ...source, env }, 'work')
    const isReady = async () => assert.ok((await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
    await ready('work', worker, isReady, { patienceMs: 120_000 })
    await worker.kill()
    assert.equal(readdirSync(generations).length, 2)
  })
})

describe('lodgepole backup', () => {
  it('runs while the server writes', async () => {
    let hours = settings.first
    let isOver = false
    const running = run(source, 'backup', backup).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const body = { holdHours: ++hours }
      assert.equal((await send(`${server.url}${settingsPath}`, 'PATCH', { key, body })).status, 200)
    }
    const { code, output } = await running
    assert.equal(code, 0, output)
    settings.last = hours
    assert.ok(!readTable(backup, 'leads').includes(passportId))
    assert.ok(readTable(backup, 'leads').includes(bookingUid))
  })

  it('is accessible to its owner only, and never overwritten', async () => {
    const names = ['', ...readdirSync(backup, { recursive: true, encoding: 'utf8' })]
    const open = names.filter(name => (statSync(join(backup, name)).mode & 0o077) !== 0)
    assert.deepEqual(open, [])
    const { code, output } = await run(source, 'backup', backup)
    assert.equal(code, 1)
    assert.match(output, /already exists: name a new folder/)
  })

  it('leaves nothing that looks like a backup when the process is killed in the middle', async () => {
    const cut = join(folder, 'cut')
    const backupProcess = launch(source, 'backup', cut)
    const draft = () => readdirSync(folder).find(name => name.startsWith('cut.'))
    await eventually(() => draft() !== undefined)
    await (engine === 'pglite' ? server.started : backupProcess).kill()
    await eventually(() => backupProcess.exited() !== null)
    assert.notEqual(backupProcess.exited(), 0)
    if (engine === 'pglite') {
      assert.match(backupProcess.output(), /The server stopped before/)
    }
    await server.started.kill()
    assert.equal(existsSync(cut), false)
    const { code, output } = await run(destination, 'restore', join(folder, draft()!))
    assert.equal(code, 1)
    assert.match(output, /is not a complete backup/)
    assert.equal((await run(source, 'backup', cut)).code, 0)
  })
})

describe('a changed byte in a table or a file', () => {
  for (const kind of ['tables/leads.copy.zst', 'files']) {
    it(`is reported by verify and restore: ${kind}`, async () => {
      const damaged = join(folder, `damaged-${kind.replace('/', '-')}`)
      await cp(backup, damaged, { recursive: true })
      damage(join(damaged, kind))
      for (const command of [['backup', 'verify'], ['restore']]) {
        const { code, output } = await run(destination, ...command, damaged)
        assert.equal(code, 1)
        assert.match(output, /is damaged: its checksum does not match. Use another backup/)
      }
    })
  }
})

describe('lodgepole restore', () => {
  it('can be repeated after it was killed, with the same result', async () => {
    await removeFolder(join(destination.dataDir, 'files'))
    for (const ms of [50, 400]) {
      const cut = launch(destination, 'restore', backup)
      await eventually(() => existsSync(join(destination.dataDir, 'files')))
      await new Promise(resolve => setTimeout(resolve, ms))
      await cut.kill()
      assert.equal(cut.exited(), 'SIGKILL', cut.output())
    }
    await restoreAndCompare(destination, backup)
    const again = await run(destination, 'restore', backup)
    assert.equal(again.code, 1)
    assert.match(again.output, /The database is not empty: it has the table access_tokens/)
  })

  it('moves a server to the embedded database, and from there to PostgreSQL', async context => {
    if (engine === 'pglite') return context.skip('there is a server on PostgreSQL only')
    const embedded = makeTarget('embedded')
    const moving = join(folder, 'moving')
    const into = await run(embedded, 'restore', backup)
    assert.equal(into.code, 0, into.output)
    assert.equal((await run(embedded, 'backup', moving)).code, 0)
    await restoreAndCompare(await makeEmptyTarget('moved'), moving)
  })
})

/** Restores a backup, and compares the responses of its server with those of the original. */
async function restoreAndCompare(target: Target, from: string): Promise<void> {
  const restored = await run(target, 'restore', from)
  assert.equal(restored.code, 0, restored.output)
  assert.doesNotMatch(restored.output, /SECRET_KEY is another one/)
  if (engine === 'pglite') assert.equal(readSecretKey(target), readSecretKey(source))
  const { url, started } = await serve(target)
  assert.deepEqual(await readResponses(url), expected)
  const hours = await holdHours(url)
  const { first, last } = settings
  assert.ok(first <= hours && hours <= last, `${hours} of ${first} to ${last}`)
  const body = { holdHours: 5 }
  assert.equal((await send(`${url}${settingsPath}`, 'PATCH', { key, body })).status, 200)
  await started.kill()
}

describe('lodgepole backup verify', () => {
  it('accepts an empty database by its URL, and refuses a filled one', async context => {
    if (engine === 'pglite') return context.skip('an embedded one has no URL')
    const url = await createEmptyDatabaseUrl()
    const verify = () => run(source, 'backup', 'verify', backup, '--database-url', url)
    const { code, output } = await verify()
    assert.equal(code, 0, output)
    assert.match(output, /is complete and can be restored: \d+ rows of \d+ tables/)
    assert.match((await verify()).output, /The database is not empty/)
  })
})

describe('a backup of format 1, without compression', () => {
  it('is verified and restored, though the job queue named tables by its day', async () => {
    assert.doesNotMatch(readFileSync(join(backup, 'manifest.json'), 'utf8'), /queue_stats_/)
    const old = join(folder, 'format-1')
    await cp(backup, old, { recursive: true })
    convertToFormat1(old)
    assert.equal((await run(source, 'backup', 'verify', old)).code, 0)
    await restoreAndCompare(await makeEmptyTarget('from-format-1'), old)
  })
})
