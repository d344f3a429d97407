import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { after } from 'node:test'

/** Listens on a free port of loopback until the tests of the file have ended; gives the port. */
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

/** A receiver that speaks TCP as it likes, once it has been sent something. */
export function rawReceiver(answer: (socket: Socket) => void): Promise<number> {
  return listen(createTcpServer(socket => socket.once('data', () => answer(socket))))
}
