import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from './temporary.ts'

const outputKept = 8_000

export interface Started {
  readonly pid: number
  /** The last of what it wrote to stdout and stderr. */
  output(): string
  /** The exit code or the signal that ended it, or null while it runs. */
  exited(): number | string | null
  /** Ends it at once, as `kill -9` does, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts a process that is ended by its pid in the end: first asked, after 5 s killed. */
export function start(
  cleanup: Cleanup,
  command: string,
  args: string[],
  options: SpawnOptions = {},
  endSignal: NodeJS.Signals = 'SIGTERM',
): Started {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-outputKept)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.on('error', error => keep(Buffer.from(String(error))))
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
  const gone = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await gone
  clearTimeout(timer)
}

/** Waits until no process of a group is left: its first may end long before those it started. */
export async function groupEnded(pid: number, { patienceMs = 60_000 } = {}): Promise<void> {
  const deadline = Date.now() + patienceMs
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
 * Waits until `probe` answers without throwing.
 *
 * @throws Error with the process's output when it ends or the patience does
 */
export async function ready<T>(
  name: string,
  started: Started,
  probe: () => Promise<T>,
  { patienceMs = 30_000 } = {},
): Promise<T> {
  const deadline = Date.now() + patienceMs
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

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
