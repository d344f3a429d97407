import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Engine, Job } from './choose-tests.ts'
import { shorten } from './failure.ts'
import type { FileResult } from './lane.ts'

/** One more than processors: tests also wait for databases and browsers. */
const laneCount = Math.max(2, availableParallelism()) + 1
const fileTimeoutMs = 600_000
/** A process retains some memory of each server, and compiles all sources when it starts. */
const filesPerProcess = 150
/** Fewer garbage collections: tests produce much garbage, and few objects live long. */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=128']

export interface FileRun extends FileResult, Pick<Job, 'file' | 'engine'> {
  seconds: number
  output: string
}

interface LaneOptions {
  /** Environment variables of a process, by engine. */
  envs: Record<Engine, Record<string, string>>
  /** Ends the processes. */
  signal: AbortSignal
}

/**
 * Runs test files in a few parallel processes. Each runs the longest remaining file next; an
 * additional process runs files that mostly wait for processes. A process runs files of one engine
 * as long as there are any. A file that ends its process or exceeds the timeout fails; the next
 * file gets a new process, as it does after a number of files.
 */
export async function runInLanes(
  jobs: Job[],
  options: LaneOptions,
  onFile: (run: FileRun) => void,
): Promise<void> {
  const queue = jobs.toSorted((a, b) => b.seconds - a.seconds)
  const waiting = queue.filter(job => job.startsProcesses)
  const engines = [...new Set(queue.map(({ engine }) => engine))]
  const count = Math.min(queue.length, laneCount + (waiting.length > 0 ? 1 : 0))
  const work = async (lane: Lane) => {
    for (let job = lane.choose(queue); job; job = lane.choose(queue)) onFile(await lane.run(job))
    lane.end()
  }
  const lanes = Array.from({ length: count }, (_, i) => {
    const isForProcesses = i === laneCount
    return new Lane(options, engines[isForProcesses ? 0 : i % engines.length]!, isForProcesses)
  })
  await Promise.all(lanes.map(work))
}

/** Runs files in sequence, in the same process for as long as possible. */
class Lane {
  readonly #options: LaneOptions
  readonly #isForProcesses: boolean
  #engine: Engine
  #process: ChildProcess | null = null
  #remaining = 0

  constructor(options: LaneOptions, engine: Engine, isForProcesses: boolean) {
    this.#options = options
    this.#engine = engine
    this.#isForProcesses = isForProcesses
  }

  choose(queue: Job[]): Job | undefined {
    const isOwnKind = (job: Job) => job.startsProcesses === this.#isForProcesses
    const isSameEngine = (job: Job) => isOwnKind(job) && job.engine === this.#engine
    for (const matches of [isSameEngine, isOwnKind, () => true]) {
      const i = queue.findIndex(matches)
      if (i >= 0) return queue.splice(i, 1)[0]
    }
    return undefined
  }

  async run(job: Job): Promise<FileRun> {
    if (this.#remaining === 0 || job.engine !== this.#engine) this.end()
    if (!this.#process?.connected) {
      this.#engine = job.engine
      this.#process = startLane(this.#options.envs[job.engine], this.#options.signal)
      this.#remaining = filesPerProcess
    }
    this.#remaining--
    return runIn(this.#process, job)
  }

  end(): void {
    if (this.#process?.connected) this.#process.disconnect()
  }
}

function startLane(env: Record<string, string>, signal: AbortSignal): ChildProcess {
  const lane = fork(join(import.meta.dirname, 'lane.ts'), {
    env: { ...process.env, ...env },
    execArgv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  // The end of the process reports an abort, too.
  lane.on('error', () => {})
  return lane
}

async function runIn(lane: ChildProcess, { file, engine }: Job): Promise<FileRun> {
  const started = performance.now()
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  const [stdout, stderr] = [lane.stdout!, lane.stderr!]
  for (const stream of [stdout, stderr]) stream.on('data', collect)
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    lane.kill('SIGKILL')
  }, fileTimeoutMs)
  const finished = new AbortController()
  const { signal } = finished
  const responded = once(lane, 'message', { signal }).then(([result]) => result as FileResult)
  const ended = once(lane, 'close', { signal }).then(() => null)
  lane.send(resolve(file))
  const result = await Promise.race([responded, ended])
  finished.abort()
  clearTimeout(limit)
  for (const stream of [stdout, stderr]) stream.off('data', collect)
  const seconds = (performance.now() - started) / 1000
  const reason = isLate ? `It did not end within ${fileTimeoutMs / 1000} s` : 'Its process ended'
  return { file, engine, seconds, output, ...(result ?? failedRun(file, `${reason}\n${output}`)) }
}

function failedRun(file: string, text: string): FileResult {
  const failures = [{ title: file, text: shorten(text) }]
  return { cpuSeconds: 0, passed: 0, skipped: 0, failures, statements: [], offences: [] }
}
