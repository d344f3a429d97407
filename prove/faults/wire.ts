/** A way between two ends of TCP that can be disturbed: of all its connections, or of one. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What happens to whatever passes; null: nothing. */
export type Fault =
  /** Everything comes so much later. */
  | { kind: 'delay'; ms: number }
  /** Nothing comes on, until the fault has ended: then all of it does. */
  | { kind: 'stall' }
  /** What is sent is lost, and the connection is dead for ever, without a word. */
  | { kind: 'lose' }
  /** Connections break, and new ones with them. */
  | { kind: 'cut' }
  /** So few bytes come through in a second, in each direction. */
  | { kind: 'drip'; bytesPerSecond: number }
  | null

export interface Wire {
  readonly port: number
  /** The connections that are open, oldest first. */
  readonly links: readonly Link[]
  /** Disturbs all connections, those to come as well. */
  disturb(fault: Fault): void
  close(): Promise<void>
}

interface Target {
  host?: string
  port: number
  /** A lost connection is found dead after so long, in milliseconds; standard: never. */
  deadMs?: number
}

/** Opens a proxy on a free port of loopback. */
export async function openWire(target: Target): Promise<Wire> {
  const links = new Set<Link>()
  let fault: Fault = null
  const server = createServer(near => {
    if (fault?.kind === 'cut') return void near.resetAndDestroy()
    const far = connect(target.port, target.host ?? '127.0.0.1')
    const link = new Link(near, far, { fault, deadMs: target.deadMs })
    links.add(link)
    near.on('close', () => links.delete(link))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get links() {
      return [...links]
    },
    disturb(next) {
      fault = next
      for (const link of links) link.disturb(next)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const link of links) link.disturb({ kind: 'cut' })
      await closed
    },
  }
}

const dripEveryMs = 50

interface Begun {
  fault: Fault
  deadMs: number | undefined
}

/** One connection through a proxy. */
class Link {
  readonly #ends: readonly [Socket, Socket]
  readonly #deadMs: number | undefined
  #fault: Fault
  #isDead = false
  #changed = Promise.withResolvers<void>()

  constructor(near: Socket, far: Socket, { fault, deadMs }: Begun) {
    this.#ends = [near, far]
    this.#fault = fault
    this.#deadMs = deadMs
    for (const end of this.#ends) {
      end.setNoDelay(true)
      end.on('error', () => this.#destroy())
      end.on('close', () => this.#destroy())
    }
    void this.#carry(near, far)
    void this.#carry(far, near)
    this.disturb(fault)
  }

  disturb(fault: Fault): void {
    if (fault?.kind === 'cut') this.#destroy()
    if (fault?.kind === 'lose') this.#lose()
    this.#fault = fault
    const { resolve } = this.#changed
    this.#changed = Promise.withResolvers<void>()
    resolve()
  }

  /** One that is dead is so from then on, whatever else happens to it. */
  #lose(): void {
    if (this.#isDead) return
    this.#isDead = true
    if (this.#deadMs) setTimeout(() => this.#destroy(), this.#deadMs).unref()
  }

  async #carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from) await this.#pass(chunk as Buffer, to)
      if (!this.#isDead) to.end()
    } catch {
      this.#destroy()
    }
  }

  async #pass(chunk: Buffer, to: Socket): Promise<void> {
    let rest = chunk
    while (rest.length > 0 && !to.destroyed) {
      if (this.#isDead) return
      const fault = this.#fault
      if (fault?.kind === 'stall') await this.#changed.promise
      else if (fault?.kind === 'drip') {
        const count = Math.max(1, Math.round((fault.bytesPerSecond * dripEveryMs) / 1_000))
        await write(to, rest.subarray(0, count))
        rest = rest.subarray(count)
        await this.#sleep(dripEveryMs)
      } else {
        if (fault?.kind === 'delay') await this.#sleep(fault.ms)
        if (this.#isDead) return
        await write(to, rest)
        return
      }
    }
  }

  /** Ends early when the fault changes. */
  async #sleep(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>()
    const timer = setTimeout(over.resolve, ms)
    await Promise.race([over.promise, this.#changed.promise])
    clearTimeout(timer)
  }

  #destroy(): void {
    for (const end of this.#ends) end.destroy()
    this.#changed.resolve()
  }
}

async function write(to: Socket, bytes: Buffer): Promise<void> {
  if (!to.write(bytes) && !to.destroyed) {
    await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(() => undefined)
  }
}
