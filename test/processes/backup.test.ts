/** Backups are made while the server serves, and what is restored answers as it did. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { runCli } from '../../src/cli.ts'
import { createDatabaseUrl, createEmptyDatabaseUrl, engine } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { freePort, ready, type Started, start } from '../support/processes.ts'
import { send } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-backup-'))
const undos: (() => Promise<void> | void)[] = []
const cleanup = { add: (undo: () => Promise<void> | void) => undos.push(undo) }
after(async () => {
  for (const undo of undos.reverse()) await undo()
  await rm(folder, { recursive: true, force: true })
})

/** A data folder and a database: where a server runs, or nothing has been yet. */
interface Place {
  env: NodeJS.ProcessEnv
  dataDir: string
}

async function placeOf(name: string, databaseUrl: () => Promise<string>): Promise<Place> {
  const dataDir = join(folder, name)
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT_PER_HOUR: '0' }
  const onServer = {
    DATABASE_URL: engine === 'postgres' ? await databaseUrl() : '',
    SECRET_KEY: engine === 'postgres' ? Buffer.alloc(32, 7).toString('base64') : '',
  }
  return { dataDir, env: { ...env, ...onServer } }
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

const here = await placeOf('here', createDatabaseUrl)
const backup = join(folder, 'backup')
assert.equal((await run(here, 'demo', '--properties', '3')).code, 0)
const demo = JSON.parse(readFileSync(join(here.dataDir, 'demo.json'), 'utf8'))
const key: string = demo.apiKey
const settingsPath = `/api/v3.3/agencies/${demo.agencyUid}/settings`

/** What the interface answers of everything that nobody changes here. */
async function answersOf(url: string): Promise<unknown[]> {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 500) { uid leadType status
    firstName lastName order { totalGrossOrderValue currency } property { uid name } } }`
  const leads = await send(`${url}/v2/leadsql`, 'POST', { key, body: query })
  assert.equal(leads.status, 200)
  const answers: unknown[] = [leads.body]
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

let expected: unknown[] = []

describe('lodgepole backup', () => {
  it('is made while the server writes, and restored elsewhere answers the same', async () => {
    const { url, started } = await serve(here)
    expected = await answersOf(url)
    let hours = await holdHours(url)
    const before = hours
    let isOver = false
    const made = run(here, 'backup', backup).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const body = { holdHours: ++hours }
      assert.equal((await send(`${url}${settingsPath}`, 'PATCH', { key, body })).status, 200)
    }
    const { code, output } = await made
    assert.equal(code, 0, output)
    await started.kill()
    const there = await placeOf('there', createEmptyDatabaseUrl)
    const restored = await run(there, 'restore', backup)
    assert.equal(restored.code, 0, restored.output)
    assert.doesNotMatch(restored.output, /SECRET_KEY is another one/)
    if (engine === 'pglite') assert.equal(secretKeyOf(there), secretKeyOf(here))
    const other = await serve(there)
    assert.deepEqual(await answersOf(other.url), expected)
    const kept = await holdHours(other.url)
    assert.ok(before <= kept && kept <= hours, `${kept} of ${before} to ${hours}`)
    const body = { holdHours: 5 }
    assert.equal((await send(`${other.url}${settingsPath}`, 'PATCH', { key, body })).status, 200)
    await other.started.kill()
    const again = await run(there, 'restore', backup)
    assert.equal(again.code, 1)
    assert.match(again.output, /The database is not empty: it has the table access_tokens/)
  })

  it('is for nobody but its owner, and never written over', async () => {
    const names = ['', ...readdirSync(backup, { recursive: true, encoding: 'utf8' })]
    const open = names.filter(name => (statSync(join(backup, name)).mode & 0o077) !== 0)
    assert.deepEqual(open, [])
    const { code, output } = await run(here, 'backup', backup)
    assert.equal(code, 1)
    assert.match(output, /is there already/)
  })

  it('leaves nothing that looks like a backup when the process is killed in the middle', async () => {
    const cut = join(folder, 'cut')
    const server = engine === 'pglite' ? await serve(here) : null
    const asked = launch(here, 'backup', cut)
    const draft = () => readdirSync(folder).find(name => name.startsWith('cut.'))
    await eventually(() => draft() !== undefined)
    await (server?.started ?? asked).kill()
    await eventually(() => asked.exited() !== null)
    assert.notEqual(asked.exited(), 0)
    if (server) assert.match(asked.output(), /The server has ended before it was done/)
    assert.equal(existsSync(cut), false)
    const there = await placeOf('cut-there', createEmptyDatabaseUrl)
    const { code, output } = await run(there, 'restore', join(folder, draft()!))
    assert.equal(code, 1)
    assert.match(output, /is no complete backup/)
    assert.equal((await run(here, 'backup', cut)).code, 0)
  })
})

describe('lodgepole restore', () => {
  it('that is killed in the middle can be started again', async () => {
    const there = await placeOf('killed', createEmptyDatabaseUrl)
    for (const ms of [50, 400]) {
      const cut = launch(there, 'restore', backup)
      await eventually(() => existsSync(join(there.dataDir, 'files')))
      await new Promise(resolve => setTimeout(resolve, ms))
      await cut.kill()
      assert.equal(cut.exited(), 'SIGKILL', cut.output())
    }
    const { code, output } = await run(there, 'restore', backup)
    assert.equal(code, 0, output)
    const { url, started } = await serve(there)
    assert.deepEqual(await answersOf(url), expected)
    await started.kill()
  })
})

describe('lodgepole backup verify', () => {
  it('restores it beside and says that all is what it was', async () => {
    const { code, output } = await run(here, 'backup', 'verify', backup)
    assert.equal(code, 0, output)
    assert.match(output, /can be restored, and gives what was saved: \d+ rows of \d+ tables/)
  })

  it('takes an empty database that is named, and refuses another', async context => {
    if (engine === 'pglite') return context.skip('an embedded one has no URL')
    const url = await createEmptyDatabaseUrl()
    const verify = () => run(here, 'backup', 'verify', backup, '--database-url', url)
    const { code, output } = await verify()
    assert.equal(code, 0, output)
    assert.match((await verify()).output, /The database is not empty/)
  })

  it('tells of one byte that is another, in a table or a file, as restore does', async () => {
    const there = await placeOf('damaged', createEmptyDatabaseUrl)
    for (const kind of ['tables/leads.copy', 'files']) {
      const damaged = join(folder, `damaged-${kind.replace('/', '-')}`)
      await cp(backup, damaged, { recursive: true })
      damage(join(damaged, kind))
      for (const command of [['backup', 'verify'], ['restore']]) {
        const { code, output } = await run(there, ...command, damaged)
        assert.equal(code, 1)
        assert.match(output, /is damaged: it is not what was written/)
      }
    }
    const { code, output } = await run(there, 'restore', backup)
    assert.equal(code, 0, output)
  })
})

describe('BACKUP_EVERY_HOURS', { skip: engine === 'postgres' }, () => {
  it('has the server make backups, of which so many are kept', async () => {
    const generations = join(folder, 'generations')
    const leftOver = '2026-01-04T00-00-00Z.unfinished-0a'
    const old = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z', '2026-01-03T00-00-00Z']
    for (const name of [...old, leftOver, 'notes']) {
      mkdirSync(join(generations, name), { recursive: true })
    }
    const BACKUP_FOLDER = generations
    const settings = { BACKUP_EVERY_HOURS: '1', BACKUP_FOLDER, BACKUP_GENERATIONS: '2' }
    const { url, started } = await serve({ ...here, env: { ...here.env, ...settings } })
    await eventually(async () =>
      /task_duration_seconds_count\{worker="backup",outcome="done"\} 1/.test(
        (await send(`${url}/metrics`, 'GET')).text,
      ),
    )
    await started.kill()
    const [older, newest = '', ...others] = readdirSync(generations).sort()
    assert.deepEqual([older, others], [old[2], ['notes']])
    const { code, output } = await run(here, 'backup', 'verify', join(generations, newest))
    assert.equal(code, 0, output)
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
