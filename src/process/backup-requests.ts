/**
 * How a command has the process make a backup that has the embedded database open: by HTTP over a
 * socket in the data folder, which nobody but the owner of that may use.
 */
import { rmSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { Manifest } from '../platform/backup/manifest.ts'

type Make = (folder: string) => Promise<Manifest>

/** What systems take for the path of a socket at most, in bytes. */
const pathBytesMax = 103

const socketIn = (dataDir: string): string => join(dataDir, 'backup.sock')

/** Listens for commands; the answer ends it. The caller has the database of the folder open. */
export async function hearBackups(
  dataDir: string,
  make: Make,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<() => Promise<void>> {
  const path = socketIn(dataDir)
  if (Buffer.byteLength(path) > pathBytesMax) {
    log.warn('The path of DATA_DIR is too long for a socket: stop this server to make a backup')
    return async () => {}
  }
  // What a killed process has left.
  rmSync(path, { force: true })
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status).end(JSON.stringify(body))
    try {
      const { folder } = (await json(request)) as { folder: string }
      answer(200, await make(folder))
    } catch (error) {
      answer(500, { message: (error as Error).message })
    }
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}

/**
 * Asks the process that has the database of a data folder open.
 *
 * @param folder an absolute path
 * @returns null when there is no such process
 * @throws Error with the reason why there is no backup
 */
export async function requestBackup(dataDir: string, folder: string): Promise<Manifest | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Manifest | null>()
  const path = socketIn(dataDir)
  if (Buffer.byteLength(path) > pathBytesMax) return null
  const request = ask({ socketPath: path, method: 'POST', agent: false }, async response => {
    try {
      const answer = JSON.parse(await text(response))
      if (response.statusCode === 200) resolve(answer as Manifest)
      else reject(new Error(answer.message))
    } catch {
      reject(new Error('The server has ended before the backup was made'))
    }
  })
  request.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
    else reject(new Error(`The server has ended before the backup was made: ${error.code}`))
  })
  request.end(JSON.stringify({ folder }))
  return promise
}
