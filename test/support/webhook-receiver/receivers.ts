import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { after } from 'node:test'

/** Listens on a free port of loopback until the tests of the file have ended; returns the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** Starts a TCP receiver that responds with a callback once it has received data. */
export function rawReceiver(respond: (socket: Socket) => void): Promise<number> {
  return listen(createTcpServer(socket => socket.once('data', () => respond(socket))))
}
