/** Backups are made while the server serves, and what is restored answers as it did. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-backup-'))
const undos: (() => Promise<void> | void)[] = []
const cleanup = { add: (undo: () => Promise<void> | void) => undos.push(undo) }
after(async () => {
  for (const undo of undos.reverse()) await undo()
  await removeFolder(folder)
})

/** A data folder and a database: where a server runs, or nothing has been yet. */
interface Place {
  env: NodeJS.ProcessEnv
  dataDir: string
}

const secretKey = secretKeyText()

function placeOf(name: string, databaseUrl = ''): Place {
  const dataDir = join(folder, name)
  const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_HOUR: '0', CONSOLE: 'false' }
  const env = { ...process.env, DATA_DIR: dataDir, ...quiet }
  const SECRET_KEY = engine === 'postgres' ? secretKey : ''
  return { dataDir, env: { ...env, DATABASE_URL: databaseUrl, SECRET_KEY } }
}

/** Where there is nothing yet. */
const emptyPlace = async (name: string) =>
  placeOf(name, engine === 'postgres' ? await createEmptyDatabaseUrl() : '')

/** Where a database is migrated already. */
async function migratedPlace(name: string): Promise<Place> {
  if (engine === 'postgres') return placeOf(name, await createDatabaseUrl())
  const place = placeOf(name)
  await putEmbedded(place.dataDir)
  return place
}

const launch = ({ env }: Place, ...args: string[]): Started =>
  start(cleanup, process.execPath, ['src/main.ts', ...args], { cwd: root, env })

/** What a command said, which runs in this process, and its exit code. */
async function run({ env }: Place, ...args: string[]) {
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const code = await runCli(args, env, { print: say, complain: say, input: Readable.from([]) })
  return { code, output: said.join('\n') }
}

async function serve(place: Place): Promise<{ url: string; started: Started }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...place.env, PORT: String(port), PUBLIC_URL: 'http://localhost:3000' }
  const started = launch({ ...place, env }, 'serve')
  const probe = async () => assert.ok((await fetch(`${url}/readyz`)).ok)
  await ready('serve', started, probe, { patienceMs: 120_000 })
  return { url, started }
}

const here = await migratedPlace('here')
const there = await emptyPlace('there')
const backup = join(folder, 'backup')
const generations = join(folder, 'generations')
assert.equal((await run(here, 'demo', '--properties', '3')).code, 0)
const demo = JSON.parse(readFileSync(join(here.dataDir, 'demo.json'), 'utf8'))
const key: string = demo.apiKey
const settingsPath = `/api/v3.3/agencies/${demo.agencyUid}/settings`

const passportId = 'Passmark 4711'

/** Gives a guest a passport, which is kept sealed, and finds its lead. */
async function bookingWithPassport(url: string): Promise<string> {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 50) { uid leadType } }`
  const { body } = await send(`${url}/v2/leadsql`, 'POST', { key, body: query })
  const { uid } = body.data.leads.find(({ leadType }: { leadType: string }) => leadType !== 'BLOCK')
  const change = { key, body: { guestInformation: { passportId } } }
  const { body: changed } = await send(`${url}/api/v3.3/leads/${uid}`, 'PATCH', change)
  assert.equal(changed.lead.guestInformation.passportId, passportId)
  return uid
}

/** What the interface answers of everything that nobody changes here. */
async function answersOf(url: string): Promise<unknown[]> {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 500) { uid leadType status
    firstName lastName order { totalGrossOrderValue currency } property { uid name } } }`
  const leads = await send(`${url}/v2/leadsql`, 'POST', { key, body: query })
  assert.equal(leads.status, 200)
  const booking = await send(`${url}/api/v3.3/leads/${bookingUid}`, 'GET', { key })
  assert.equal(booking.body.lead.guestInformation.passportId, passportId)
  const answers: unknown[] = [leads.body, booking.body]
  const nouns = ['agencies', 'properties', 'guests', 'webhooks', 'services', 'owners', 'employees']
  for (const noun of nouns) {
    const path = `/api/v3.3/${noun}?agencyUid=${demo.agencyUid}`
    const { status, body } = await send(`${url}${path}`, 'GET', { key })
    assert.equal(status, 200, noun)
    answers.push(body)
  }
  const [{ uid }] = leads.body.data.leads[0].property
  const { body } = await send(`${url}/api/v3.3/photos?propertyUid=${uid}`, 'GET', { key })
  const { pathname } = new URL(body.photos[0].originalImageUrl)
  const photo = await fetch(`${url}${pathname}`)
  assert.equal(photo.status, 200)
  return [...answers, body, Buffer.from(await photo.arrayBuffer()).toString('base64')]
}

/** The key that a server has made for itself: without it nobody opens what it has sealed. */
const secretKeyOf = ({ dataDir }: Place) => readFileSync(join(dataDir, 'secret-key'), 'utf8')

async function holdHours(url: string): Promise<number> {
  return (await send(`${url}${settingsPath}`, 'GET', { key })).body.agencySettings.holdHours
}

/** The embedded database makes backups by itself, too. */
const old = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z', '2026-01-03T00-00-00Z']
const leftOver = '2026-01-04T00-00-00Z.unfinished-0a'
const byItself =
  engine === 'pglite'
    ? { BACKUP_EVERY_HOURS: '1', BACKUP_FOLDER: generations, BACKUP_GENERATIONS: '2' }
    : {}
for (const name of [...old, leftOver, 'notes']) {
  mkdirSync(join(generations, name), { recursive: true })
}
const server = await serve({ ...here, env: { ...here.env, ...byItself } })
const bookingUid = await bookingWithPassport(server.url)
const expected = await answersOf(server.url)
const settings = { first: await holdHours(server.url), last: 0 }

describe('BACKUP_EVERY_HOURS', { skip: engine === 'postgres' }, () => {
  it('has the server make backups, of which so many are kept and each can be restored', async () => {
    await eventually(async () =>
      /task_duration_seconds_count\{worker="backup",outcome="done"\} 1/.test(
        (await send(`${server.url}/metrics`, 'GET')).text,
      ),
    )
    const [older, newest = '', ...others] = readdirSync(generations).sort()
    assert.deepEqual([older, others], [old[2], ['notes']])
    const { code, output } = await run(here, 'backup', 'verify', join(generations, newest))
    assert.equal(code, 0, output)
    assert.match(output, /is complete and can be restored: \d+ rows of \d+ tables/)
  })
})

describe('lodgepole backup', () => {
  it('is made while the server writes', async () => {
    let hours = settings.first
    let isOver = false
    const made = run(here, 'backup', backup).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const body = { holdHours: ++hours }
      assert.equal((await send(`${server.url}${settingsPath}`, 'PATCH', { key, body })).status, 200)
    }
    const { code, output } = await made
    assert.equal(code, 0, output)
    settings.last = hours
    assert.ok(!readFileSync(join(backup, 'tables/leads.copy')).includes(passportId))
  })

  it('is for nobody but its owner, and never written over', async () => {
    const names = ['', ...readdirSync(backup, { recursive: true, encoding: 'utf8' })]
    const open = names.filter(name => (statSync(join(backup, name)).mode & 0o077) !== 0)
    assert.deepEqual(open, [])
    const { code, output } = await run(here, 'backup', backup)
    assert.equal(code, 1)
    assert.match(output, /already exists: name a new folder/)
  })

  it('leaves nothing that looks like a backup when the process is killed in the middle', async () => {
    const cut = join(folder, 'cut')
    const asked = launch(here, 'backup', cut)
    const draft = () => readdirSync(folder).find(name => name.startsWith('cut.'))
    await eventually(() => draft() !== undefined)
    await (engine === 'pglite' ? server.started : asked).kill()
    await eventually(() => asked.exited() !== null)
    assert.notEqual(asked.exited(), 0)
    if (engine === 'pglite') {
      assert.match(asked.output(), /The server stopped before/)
    }
    await server.started.kill()
    assert.equal(existsSync(cut), false)
    const { code, output } = await run(there, 'restore', join(folder, draft()!))
    assert.equal(code, 1)
    assert.match(output, /is not a complete backup/)
    assert.equal((await run(here, 'backup', cut)).code, 0)
  })
})

describe('a byte that is another, in a table or a file', () => {
  for (const kind of ['tables/leads.copy', 'files']) {
    it(`is told of by verify and restore: ${kind}`, async () => {
      const damaged = join(folder, `damaged-${kind.replace('/', '-')}`)
      await cp(backup, damaged, { recursive: true })
      damage(join(damaged, kind))
      for (const command of [['backup', 'verify'], ['restore']]) {
        const { code, output } = await run(there, ...command, damaged)
        assert.equal(code, 1)
        assert.match(output, /is damaged: its checksum does not match. Use another backup/)
      }
    })
  }
})

describe('lodgepole restore', () => {
  it('that failed, and was killed in the middle, can be started again and is the same', async () => {
    await removeFolder(join(there.dataDir, 'files'))
    for (const ms of [50, 400]) {
      const cut = launch(there, 'restore', backup)
      await eventually(() => existsSync(join(there.dataDir, 'files')))
      await new Promise(resolve => setTimeout(resolve, ms))
      await cut.kill()
      assert.equal(cut.exited(), 'SIGKILL', cut.output())
    }
    await restoreAndCompare(there, backup)
    const again = await run(there, 'restore', backup)
    assert.equal(again.code, 1)
    assert.match(again.output, /The database is not empty: it has the table access_tokens/)
  })

  it('brings a server to the embedded database, and from there to another', async context => {
    if (engine === 'pglite') return context.skip('there is a server on PostgreSQL only')
    const embedded = placeOf('embedded')
    const moving = join(folder, 'moving')
    const into = await run(embedded, 'restore', backup)
    assert.equal(into.code, 0, into.output)
    assert.equal((await run(embedded, 'backup', moving)).code, 0)
    await restoreAndCompare(await emptyPlace('moved'), moving)
  })
})

/** Restores a backup, whose server then answers as that which it was made of. */
async function restoreAndCompare(place: Place, from: string): Promise<void> {
  const restored = await run(place, 'restore', from)
  assert.equal(restored.code, 0, restored.output)
  assert.doesNotMatch(restored.output, /SECRET_KEY is another one/)
  if (engine === 'pglite') assert.equal(secretKeyOf(place), secretKeyOf(here))
  const { url, started } = await serve(place)
  assert.deepEqual(await answersOf(url), expected)
  const kept = await holdHours(url)
  const { first, last } = settings
  assert.ok(first <= kept && kept <= last, `${kept} of ${first} to ${last}`)
  const body = { holdHours: 5 }
  assert.equal((await send(`${url}${settingsPath}`, 'PATCH', { key, body })).status, 200)
  await started.kill()
}

describe('lodgepole backup verify', () => {
  it('takes an empty database that is named, and refuses another', async context => {
    if (engine === 'pglite') return context.skip('an embedded one has no URL')
    const url = await createEmptyDatabaseUrl()
    const verify = () => run(here, 'backup', 'verify', backup, '--database-url', url)
    const { code, output } = await verify()
    assert.equal(code, 0, output)
    assert.match(output, /is complete and can be restored: \d+ rows of \d+ tables/)
    assert.match((await verify()).output, /The database is not empty/)
  })
})

/** Changes a digit of the first file of a folder, or of a file. */
function damage(path: string): void {
  if (statSync(path).isDirectory()) {
    damage(join(path, readdirSync(path)[0]!))
    return
  }
  const bytes = readFileSync(path)
  const at = bytes.indexOf('1')
  bytes[at] = '2'.charCodeAt(0)
  writeFileSync(path, bytes)
}
