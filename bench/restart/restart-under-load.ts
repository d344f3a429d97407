import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createKey,
  runCommand,
  serverSettings,
  startProcess,
} from '../../test/support/lodgepole.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { freePort, type Started } from '../../test/support/processes.ts'
import { type Cleanup, withCleanup } from '../../test/support/temporary.ts'
import { type Agency, request } from '../support/agency-requests.ts'
import type { Options } from '../support/options.ts'
import { cpuMs } from '../support/process-cpu.ts'
import { openStreams } from './event-streams.ts'
import { countLost } from './lost-bookings.ts'
import { type Sample, sendAtRate } from './open-loop.ts'
import { printRun, type Run, type Window } from './print-run.ts'
import { startReceivers } from './receivers.ts'
import { requestKinds } from './request-kinds.ts'

const properties = 40
const perSecond = 30
/** Minimum duration of the load, and the share of it before the kill. */
const secondsMin = 90
const killShare = 0.6
/** Duration of the load after the restart, if it is longer than its share. */
const windowMs = 30_000
const readyMs = 60_000

/** Measures requests before and after a restart, while webhooks and event streams catch up. */
export async function restartUnderLoad(options: Options): Promise<void> {
  const seconds = Math.max(secondsMin, options.seconds)
  const engines = options.engine ? [options.engine] : (['postgres', 'embedded'] as const)
  const runs: Run[] = []
  for (const engine of engines)
    runs.push(await withCleanup(cleanup => measure(cleanup, engine, seconds)))
  for (const run of runs) printRun(run)
}

async function measure(cleanup: Cleanup, engine: string, seconds: number): Promise<Run> {
  const database = engine === 'postgres' ? await startPostgres(cleanup, { durable: true }) : null
  const settings = await serverSettings(cleanup, database?.url ?? '', await freePort())
  const env: NodeJS.ProcessEnv = { ...settings, ALLOW_PRIVATE_CALLBACKS: 'true' }
  runCommand(env, ['demo', '--properties', String(properties)])
  const demo = JSON.parse(readFileSync(join(settings.DATA_DIR!, 'demo.json'), 'utf8')) as Agency
  const agency = { ...demo, origin: `http://127.0.0.1:${env.PORT}` }
  const keys = [1, 2].map(() => createKey(env, agency.agencyUid))
  const first = startProcess(cleanup, env)
  await untilReady(agency, first)
  const receivers = await startReceivers(cleanup)
  for (const { url } of receivers) await createWebhook(agency, url)
  const streams = openStreams(cleanup, agency, keys)
  const kinds = await requestKinds(agency)
  const readCpu = (server: Started): CpuTimes => {
    return [cpuMs(server.pid) ?? 0, database ? (cpuMs(database.pid) ?? 0) : 0, machineCpuMs()]
  }
  const ending = new AbortController()
  const loading = sendAtRate(kinds, { perSecond, signal: ending.signal })
  const [beganAt, cpuAtFirst] = [performance.now(), readCpu(first)]
  await sleep(seconds * 1_000 * killShare)
  const [killedAt, cpuAtKill] = [performance.now(), readCpu(first)]
  await first.kill()
  const second = startProcess(cleanup, env)
  await untilReady(agency, second)
  const [readyAt, cpuAtReady] = [performance.now(), readCpu(second)]
  await sleep(windowMs)
  const cpuAtEnd = readCpu(second)
  await sleep(Math.max(0, beganAt + seconds * 1_000 - performance.now()))
  ending.abort()
  const samples = await loading
  const during = (name: string, from: number, to: number, cpu: [CpuTimes, CpuTimes]) =>
    toWindow(name, samples, [from, to], cpu)
  return {
    engine,
    windows: [
      during('before the kill', beganAt, killedAt, [cpuAtFirst, cpuAtKill]),
      during('after the restart', readyAt, readyAt + windowMs, [cpuAtReady, cpuAtEnd]),
    ],
    restartSeconds: (readyAt - killedAt) / 1_000,
    refusedWhileDown: samples.filter(({ status }) => status === 0).length,
    deliveries: await countLost(agency, samples, receivers, streams),
    loadAverage: loadavg()[0]!,
  }
}

/** Waits until the server is ready. */
async function untilReady({ origin }: Agency, server: Started): Promise<void> {
  const endAt = performance.now() + readyMs
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
    if (server.exited() !== null || performance.now() > endAt) throw new Error(server.output())
    await sleep(20)
  }
}

async function createWebhook(agency: Agency, callbackUrl: string): Promise<void> {
  const { agencyUid } = agency
  const webhook = { agencyUid, objectUid: agencyUid, eventType: 'NEW_BOOKING', callbackUrl }
  await request(agency, 'POST', '/webhooks', webhook)
}

/** Processor times in milliseconds of the server, PostgreSQL, and the machine. */
type CpuTimes = [server: number, database: number, machine: number]

function toWindow(
  name: string,
  samples: Sample[],
  [from, to]: [number, number],
  [before, after]: [CpuTimes, CpuTimes],
): Window {
  const [server, database, machine] = after.map((ms, i) => ms - before[i]!) as CpuTimes
  return {
    name,
    samples: samples.filter(({ dueAt }) => dueAt >= from && dueAt < to),
    seconds: (to - from) / 1_000,
    serverCpuMs: server,
    databaseCpuMs: database,
    machineShare: machine / (to - from) / availableParallelism(),
  }
}

/** Returns the processor time of all processes of the machine so far, in milliseconds. */
function machineCpuMs(): number {
  const [user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1, 4)
  return (Number(user) + Number(nice) + Number(system)) * 10
}
