import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { placeOf, shortened } from './failure.ts'
import type { FileResult } from './lane.ts'

const laneCount = 2
const fileTimeoutMs = 300_000
/** A process that has opened many databases becomes slow: each leaves some of its memory behind. */
const filesPerProcess = 16

export interface FileRun extends FileResult {
  file: string
  seconds: number
  /** What it has printed. */
  output: string
}

interface LaneOptions {
  env: Record<string, string>
  /** Ends the processes. */
  signal: AbortSignal
}

/**
 * Runs files of tests in a few processes side by side, each taking the next one when it is free.
 * A file that ends its process, or does not come to an end, fails; a new process takes the next,
 * and also when a process has had some.
 */
export async function runInLanes(
  files: string[],
  options: LaneOptions,
  onFile: (run: FileRun) => void,
): Promise<void> {
  const waiting = files.map(file => resolve(file))
  const work = async () => {
    let lane: ChildProcess | null = null
    let left = 0
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (left === 0 && lane?.connected) lane.disconnect()
      if (!lane?.connected) {
        lane = startLane(options)
        left = filesPerProcess
      }
      onFile(await runIn(lane, file))
      left--
    }
    if (lane?.connected) lane.disconnect()
  }
  await Promise.all(Array.from({ length: laneCount }, work))
}

function startLane({ env, signal }: LaneOptions): ChildProcess {
  const lane = fork(join(import.meta.dirname, 'lane.ts'), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  // An abort is told by the lane's end, too.
  lane.on('error', () => {})
  return lane
}

async function runIn(lane: ChildProcess, file: string): Promise<FileRun> {
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
  lane.send(file)
  const result = await Promise.race([answered, ended])
  settled.abort()
  clearTimeout(limit)
  for (const stream of [stdout, stderr]) stream.off('data', collect)
  const seconds = (performance.now() - started) / 1000
  const reason = isLate ? `It did not end within ${fileTimeoutMs / 1000} s` : 'Its process ended'
  return { file, seconds, output, ...(result ?? lost(file, `${reason}\n${output}`)) }
}

function lost(file: string, text: string): FileResult {
  return { passed: 0, skipped: 0, failures: [{ title: placeOf(file), text: shortened(text) }] }
}
