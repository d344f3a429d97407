import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A way to a database that can be cut and mended, and made slow. */
export class Wire {
  readonly #target: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null
  /** Where it is to be reached once it was mended; it stays so. */
  port = 0
  /** How long it holds back whatever it is given, in milliseconds. */
  delayMs = 0

  constructor(target: { host: string; port: number }) {
    this.#target = target
  }

  async mend(): Promise<void> {
    this.#server = createServer(near => {
      const far = connect(this.#target.port, this.#target.host)
      for (const end of [near, far]) {
        this.#sockets.add(end)
        end.on('error', () => {})
        end.on('close', () => {
          near.destroy()
          far.destroy()
        })
      }
      this.#pass(near, far)
      this.#pass(far, near)
    })
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as { port: number }).port
  }

  cut(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #pass(from: Socket, to: Socket): void {
    let sent = Promise.resolve()
    from.on('data', chunk => {
      const { delayMs } = this
      sent = sent.then(async () => {
        if (delayMs > 0) await sleep(delayMs, undefined, { ref: false })
        if (!to.destroyed) to.write(chunk)
      })
    })
  }
}
