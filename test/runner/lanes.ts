import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Engine, Job } from './choose-tests.ts'
import { shortened } from './failure.ts'
import type { FileResult } from './lane.ts'

const laneCount = Math.max(2, availableParallelism())
const fileTimeoutMs = 300_000
/** A process keeps some memory of each server, and compiles all sources anew when it starts. */
const filesPerProcess = 150
/** What tests leave is collected seldom: they leave much, and nothing of it lives long. */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=128']

export interface FileRun extends FileResult, Pick<Job, 'file' | 'engine'> {
  seconds: number
  /** What it has printed. */
  output: string
}

interface LaneOptions {
  /** What a process needs to know of its engine. */
  envs: Record<Engine, Record<string, string>>
  /** Ends the processes. */
  signal: AbortSignal
}

/**
 * Runs files of tests in a few processes side by side, each taking the longest of those that are
 * left when it is free; one lane more is for those that mostly wait for processes. A process is of
 * one engine and goes on with it as long as there are files. A file that ends its process, or does
 * not come to an end, fails; a new process takes the next, and also when a process has had many.
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

/** One file after the other, in a process as long as that will do. */
class Lane {
  readonly #options: LaneOptions
  readonly #isForProcesses: boolean
  #engine: Engine
  #process: ChildProcess | null = null
  #left = 0

  constructor(options: LaneOptions, engine: Engine, isForProcesses: boolean) {
    this.#options = options
    this.#engine = engine
    this.#isForProcesses = isForProcesses
  }

  /** Takes the next file out of the queue. */
  choose(queue: Job[]): Job | undefined {
    const isMine = (job: Job) => job.startsProcesses === this.#isForProcesses
    const isAtHand = (job: Job) => isMine(job) && job.engine === this.#engine
    for (const fits of [isAtHand, isMine, () => true]) {
      const i = queue.findIndex(fits)
      if (i >= 0) return queue.splice(i, 1)[0]
    }
    return undefined
  }

  async run(job: Job): Promise<FileRun> {
    if (this.#left === 0 || job.engine !== this.#engine) this.end()
    if (!this.#process?.connected) {
      this.#engine = job.engine
      this.#process = startLane(this.#options.envs[job.engine], this.#options.signal)
      this.#left = filesPerProcess
    }
    this.#left--
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
  // An abort is told by the lane's end, too.
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
  const settled = new AbortController()
  const { signal } = settled
  const answered = once(lane, 'message', { signal }).then(([result]) => result as FileResult)
  const ended = once(lane, 'close', { signal }).then(() => null)
  lane.send(resolve(file))
  const result = await Promise.race([answered, ended])
  settled.abort()
  clearTimeout(limit)
  for (const stream of [stdout, stderr]) stream.off('data', collect)
  const seconds = (performance.now() - started) / 1000
  const reason = isLate ? `It did not end within ${fileTimeoutMs / 1000} s` : 'Its process ended'
  return { file, engine, seconds, output, ...(result ?? lost(file, `${reason}\n${output}`)) }
}

function lost(file: string, text: string): FileResult {
  const failures = [{ title: file, text: shortened(text) }]
  return { passed: 0, skipped: 0, failures, statements: [], offences: [] }
}
