import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A load balancer that distributes new connections over several servers in order. */
export interface RoundRobin {
  readonly origin: string
  close(): Promise<void>
}

/**
 * Opens a load balancer on a free port. A server that does not accept a connection is skipped; a
 * later failure is passed on to the client.
 */
export async function openRoundRobin(origins: readonly string[]): Promise<RoundRobin> {
  const ports = origins.map(origin => Number(new URL(origin).port))
  const open = new Set<Socket>()
  let next = 0
  const server: Server = createServer(near => {
    open.add(near)
    near.on('error', () => {})
    near.on('close', () => open.delete(near))
    void connectAny(near, () => ports[next++ % ports.length]!, ports.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function connectAny(near: Socket, nextPort: () => number, tries: number): Promise<void> {
  for (let i = 0; i < tries; i++) {
    const far = connect(nextPort(), '127.0.0.1')
    const isConnected = await Promise.race([
      once(far, 'connect').then(() => true),
      once(far, 'close').then(() => false),
    ]).catch(() => false)
    if (!isConnected) continue
    far.on('error', () => {})
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
    return
  }
  near.destroy()
}
