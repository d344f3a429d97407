/** The processes that keep answers: they are killed, and others come in their place. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { send } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { Keeper } from './compare.ts'
import type { Plant } from './options.ts'

const entry = join(import.meta.dirname, 'serve.ts')

export class CachingServers {
  readonly #env: NodeJS.ProcessEnv
  readonly #members: Member[] = []

  constructor(cleanup: Cleanup, databaseUrl: string, plant: Plant | null) {
    this.#env = { ...process.env, DATABASE_URL: databaseUrl, PLANT: plant ?? '' }
    cleanup.add(async () => {
      for (const { child } of this.#members) await kill(child)
    })
  }

  /** Those that can be asked. */
  get keepers(): Keeper[] {
    return this.#members
  }

  async grow(): Promise<void> {
    const child = fork(entry, { env: this.#env })
    const [{ url }] = (await once(child, 'message')) as [{ url: string }]
    this.#members.push(new Member(child, url))
  }

  /** Ends one of them at once, as `kill -9` does, whatever it is doing. */
  async killOne(): Promise<void> {
    const member = this.#members.shift()
    if (member) await kill(member.child)
  }
}

class Member implements Keeper {
  readonly child: ChildProcess
  readonly #url: string

  constructor(child: ChildProcess, url: string) {
    this.child = child
    this.#url = url
  }

  readonly request: Keeper['request'] = (method, path, options) =>
    send(`${this.#url}${path}`, method, options)

  async setClock(now: Date): Promise<void> {
    const set = once(this.child, 'message')
    this.child.send(now.toISOString())
    await set
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
