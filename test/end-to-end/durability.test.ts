import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createDatabaseUrl, engine, putEmbedded } from '../support/database.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { freePort } from '../support/processes.ts'
import { send } from '../support/server.ts'
import { removeFolder } from '../support/temporary.ts'

const folder = await mkdtemp(join(tmpdir(), 'lodgepole-durability-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const rounds = 2
let child: ChildProcess | null = null
let exited: Promise<unknown> = Promise.resolve()

after(async () => {
  await kill()
  await removeFolder(folder)
})

const env = {
  ...process.env,
  PORT: String(port),
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_HOUR: '0',
  CONSOLE: 'false',
  SECRET_KEY: secretKeyText(),
  ...(engine === 'postgres' ? { DATABASE_URL: await createDatabaseUrl() } : { DATABASE_URL: '' }),
}

describe('kill -9 of the server at any moment', () => {
  it('leaves everything that was acknowledged', async () => {
    const demo = await makeDemo()
    let acknowledged = 24
    for (let round = 0; round < rounds; round++) {
      await start()
      const storedHours = await holdHours(demo)
      const unacknowledged = acknowledged + 1
      assert.ok(
        storedHours === acknowledged || storedHours === unacknowledged,
        `${storedHours}, not ${acknowledged}`,
      )
      const stop = setTimeout(kill, 300 + round * 170)
      acknowledged = await writeUntilKilled(demo, storedHours)
      clearTimeout(stop)
    }
    await start()
    assert.ok((await holdHours(demo)) >= acknowledged)
  })

  it('leaves pricing tasks that are completed after the next start', async () => {
    const demo = await readDemo()
    for (let round = 0; round < 2; round++) {
      await start()
      const { propertyUids, taskUid } = await acceptTask(demo, round + 1)
      await new Promise(resolve => setTimeout(resolve, round * 60))
      await kill()
      await start()
      const task = await waitForTask(demo, taskUid)
      assert.deepEqual([task.status, task.processed], ['COMPLETED', propertyUids.length])
      for (const uid of propertyUids) {
        const prices = await listPrices(demo, uid)
        assert.deepEqual(prices, Array(365).fill(round + 1))
      }
    }
  })

  it('leaves a folder that no second process opens at the same time', async context => {
    if (engine === 'postgres') return context.skip('a server is shared')
    await start()
    const { code, output } = await run(['migrate'])
    assert.equal(code, 1)
    assert.match(output, /is in use by process \d+ on host \S+ since \S+; stop that one first/)
  })
})

interface Demo {
  agencyUid: string
  apiKey: string
}

async function makeDemo(): Promise<Demo> {
  if (engine === 'pglite') await putEmbedded(folder)
  const { code, output } = await run(['demo', '--properties', '3'])
  assert.equal(code, 0, output)
  return readDemo()
}

async function readDemo(): Promise<Demo> {
  return JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as Demo
}

/** Creates a task that sets a price for every night of a year, of several properties. */
async function acceptTask({ agencyUid, apiKey: key }: Demo, price: number) {
  const query = `{ leads(agencyUid: "${agencyUid}", _limit: 100) { property { uid } } }`
  const leads = (await send(`${url}/v2/leadsql`, 'POST', { key, body: query })).body.data.leads
  const uids = leads.flatMap((lead: Lead) => lead.property.map(({ uid }) => uid))
  const propertyUids = [...new Set<string>(uids)]
  assert.ok(propertyUids.length > 1)
  const year = { from: '2027-01-01', to: '2027-12-31' }
  const operations = propertyUids.map(propertyUid => ({
    operation: 'SET',
    pricingPeriod: { propertyUid, ...year, price },
  }))
  const path = `${url}/api/v3.3/pricing-periods/bulk`
  const { status, body } = await send(path, 'POST', { key, body: { operations } })
  assert.equal(status, 202)
  return { propertyUids, taskUid: body.task.uid as string }
}

interface Lead {
  property: { uid: string }[]
}

async function waitForTask({ apiKey: key }: Demo, uid: string) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { body } = await send(`${url}/api/v3.3/pricing-periods/bulk/${uid}`, 'GET', { key })
    if (body.task.finishedUtcDateTime !== null) return body.task
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('The task is not finished')
}

async function listPrices({ apiKey: key }: Demo, propertyUid: string): Promise<number[]> {
  const query = `propertyUid=${propertyUid}&from=2027-01-01&to=2027-12-31`
  const { body } = await send(`${url}/api/v3.3/pricing-periods?${query}`, 'GET', { key })
  return body.pricingPeriods.map(({ price }: { price: number }) => price)
}

/** Increments `holdHours` with one PATCH after another; returns the last acknowledged value. */
async function writeUntilKilled(demo: Demo, from: number): Promise<number> {
  for (let hours = from + 1; ; hours++) {
    const path = `${url}/api/v3.3/agencies/${demo.agencyUid}/settings`
    if (hours > 720) throw new Error('Killed too late')
    try {
      const { status } = await send(path, 'PATCH', { key: demo.apiKey, body: { holdHours: hours } })
      assert.equal(status, 200)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      await exited
      return hours - 1
    }
  }
}

async function holdHours(demo: Demo): Promise<number> {
  const path = `${url}/api/v3.3/agencies/${demo.agencyUid}/settings`
  const { body } = await send(path, 'GET', { key: demo.apiKey })
  return body.agencySettings.holdHours
}

function launch(args: string[]): ChildProcess {
  const main = join(import.meta.dirname, '../../src/main.ts')
  return spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts the server unless it is running. */
async function start(): Promise<void> {
  if (child?.exitCode === null && child.signalCode === null) return
  child = launch(['serve'])
  exited = once(child, 'exit')
  for (let attempt = 0; attempt < 900; attempt++) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('The server does not start again')
}

async function kill(): Promise<void> {
  child?.kill('SIGKILL')
  await exited
}

async function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const process = launch(args)
  let output = ''
  for (const stream of [process.stdout!, process.stderr!]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  const [code] = (await once(process, 'close')) as [number | null]
  return { code, output }
}
