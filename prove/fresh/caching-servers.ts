/** Server processes with a response cache, which the proof kills and replaces. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { send } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { CachingServer } from './compare.ts'
import type { Mutation } from './options.ts'

const entry = join(import.meta.dirname, 'serve.ts')

export class CachingServers {
  readonly #env: NodeJS.ProcessEnv
  readonly #members: Member[] = []

  constructor(cleanup: Cleanup, databaseUrl: string, mutation: Mutation | null) {
    this.#env = { ...process.env, DATABASE_URL: databaseUrl, PLANT: mutation ?? '' }
    cleanup.add(async () => {
      for (const { child } of this.#members) await kill(child)
    })
  }

  get servers(): CachingServer[] {
    return this.#members
  }

  async grow(): Promise<void> {
    const child = fork(entry, { env: this.#env })
    const [{ url }] = (await once(child, 'message')) as [{ url: string }]
    this.#members.push(new Member(child, url))
  }

  /** Kills the oldest process, as `kill -9` does. */
  async killOne(): Promise<void> {
    const member = this.#members.shift()
    if (member) await kill(member.child)
  }
}

class Member implements CachingServer {
  readonly child: ChildProcess
  readonly #url: string

  constructor(child: ChildProcess, url: string) {
    this.child = child
    this.#url = url
  }

  readonly request: CachingServer['request'] = (method, path, options) =>
    send(`${this.#url}${path}`, method, options)

  async setClock(now: Date): Promise<void> {
    const set = once(this.child, 'message')
    this.child.send(now.toISOString())
    await set
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
