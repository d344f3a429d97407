/** A TCP proxy that injects faults into its connections. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Fault of a connection; null for none. */
export type Fault =
  /** Data is delayed. */
  | { kind: 'delay'; ms: number }
  /** Data is held until the fault has ended. */
  | { kind: 'stall' }
  /** Data is lost; the connection stays open but never transfers data again. */
  | { kind: 'lose' }
  /** Connections are reset, and so is each new one. */
  | { kind: 'cut' }
  /** Data is limited to this rate, in each direction. */
  | { kind: 'drip'; bytesPerSecond: number }
  | null

export interface FaultProxy {
  /** Port on loopback, which stays the same when the proxy opens again. */
  readonly port: number
  /** Open connections, oldest first. */
  readonly connections: readonly ProxiedConnection[]
  /** Sets the fault of all connections, present and future. */
  setFault(fault: Fault): void
  /** Breaks all connections; new ones are refused until the proxy opens again. */
  close(): Promise<void>
  open(): Promise<void>
}

interface Target {
  host?: string
  port: number
  /** Time after which a lost connection is closed, in milliseconds; never by default. */
  deadMs?: number
}

export async function openFaultProxy(target: Target): Promise<FaultProxy> {
  const connections = new Set<ProxiedConnection>()
  let fault: Fault = null
  let port = 0
  let server: Server | null = null
  const accept = (near: Socket) => {
    if (fault?.kind === 'cut') return void near.resetAndDestroy()
    const far = connect(target.port, target.host ?? '127.0.0.1')
    const connection = new ProxiedConnection(near, far, { fault, deadMs: target.deadMs })
    connections.add(connection)
    near.on('close', () => connections.delete(connection))
  }
  const proxy: FaultProxy = {
    get port() {
      return port
    },
    get connections() {
      return [...connections]
    },
    setFault(next) {
      fault = next
      for (const connection of connections) connection.setFault(next)
    },
    async open() {
      server = createServer(accept)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
    async close() {
      if (server === null) return
      const closed = once(server, 'close')
      server.close()
      server = null
      for (const connection of connections) connection.setFault({ kind: 'cut' })
      await closed
    },
  }
  await proxy.open()
  return proxy
}

const dripIntervalMs = 50

interface Options {
  fault: Fault
  deadMs: number | undefined
}

class ProxiedConnection {
  readonly #ends: readonly [Socket, Socket]
  readonly #deadMs: number | undefined
  #fault: Fault
  #isDead = false
  #changed = Promise.withResolvers<void>()

  constructor(near: Socket, far: Socket, { fault, deadMs }: Options) {
    this.#ends = [near, far]
    this.#fault = fault
    this.#deadMs = deadMs
    for (const end of this.#ends) {
      end.setNoDelay(true)
      end.on('error', () => this.#destroy())
      end.on('close', () => this.#destroy())
    }
    void this.#forward(near, far)
    void this.#forward(far, near)
    this.setFault(fault)
  }

  setFault(fault: Fault): void {
    if (fault?.kind === 'cut') this.#destroy()
    if (fault?.kind === 'lose') this.#lose()
    this.#fault = fault
    const { resolve } = this.#changed
    this.#changed = Promise.withResolvers<void>()
    resolve()
  }

  /** Marks the connection as dead, which no later fault changes. */
  #lose(): void {
    if (this.#isDead) return
    this.#isDead = true
    if (this.#deadMs) setTimeout(() => this.#destroy(), this.#deadMs).unref()
  }

  async #forward(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from) await this.#send(chunk as Buffer, to)
      if (!this.#isDead) to.end()
    } catch {
      this.#destroy()
    }
  }

  async #send(chunk: Buffer, to: Socket): Promise<void> {
    let rest = chunk
    while (rest.length > 0 && !to.destroyed) {
      if (this.#isDead) return
      const fault = this.#fault
      if (fault?.kind === 'stall') await this.#changed.promise
      else if (fault?.kind === 'drip') {
        const count = Math.max(1, Math.round((fault.bytesPerSecond * dripIntervalMs) / 1_000))
        await write(to, rest.subarray(0, count))
        rest = rest.subarray(count)
        await this.#sleep(dripIntervalMs)
      } else {
        if (fault?.kind === 'delay') await this.#sleep(fault.ms)
        if (this.#isDead) return
        await write(to, rest)
        return
      }
    }
  }

  /** Waits, at most until the fault changes. */
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
