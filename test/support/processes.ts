import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from './temporary.ts'

const outputLengthMax = 8_000

export interface Started {
  readonly pid: number
  /** Returns the end of stdout and stderr. */
  output(): string
  /** Returns the exit code or the signal that ended the process, or null while it runs. */
  exited(): number | string | null
  /** Sends SIGKILL, and waits for the exit. */
  kill(): Promise<void>
}

/** Starts a process, which `cleanup` ends by its pid: with SIGTERM, after 5 s with SIGKILL. */
export function start(
  cleanup: Cleanup,
  command: string,
  args: string[],
  options: SpawnOptions = {},
  endSignal: NodeJS.Signals = 'SIGTERM',
): Started {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const append = (chunk: Buffer) => {
    output = (output + chunk).slice(-outputLengthMax)
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  child.on('error', error => append(Buffer.from(String(error))))
  cleanup.add(() => end(child, endSignal))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited: () => child.exitCode ?? child.signalCode,
    kill: () => end(child, 'SIGKILL'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited
  clearTimeout(timer)
}

/** Waits until a process group is empty: its first process may exit long before its children. */
export async function waitForGroupEnd(
  pid: number,
  { patienceMs: timeoutMs = 60_000 } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (isGroupAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Processes of the group ${pid} do not end`)
    await sleep(20)
  }
}

function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/**
 * Polls until `probe` succeeds, and returns its result. @throws Error with the process's output if
 * the process ends or the timeout expires
 */
export async function ready<T>(
  name: string,
  started: Started,
  probe: () => Promise<T>,
  { patienceMs: timeoutMs = 30_000 } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await probe()
    } catch (error) {
      if (started.exited() !== null || Date.now() > deadline) {
        throw new Error(`${name} does not answer (${error}).\n${started.output()}`)
      }
      await sleep(50)
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
