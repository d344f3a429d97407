/**
 * How a command has its work done by the process that has the embedded database open: by HTTP over
 * a socket in the data folder, which nobody but the owner of that may use.
 */
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { Manifest } from '../platform/backup/manifest.ts'
import { withErrorListener } from '../platform/streams/with-error-listener.ts'

/** A command as it was typed. */
export interface TypedCommand {
  args: string[]
  /** What it would read from its input. */
  input: string
}

/** What became of a command: what it said, in its order, and its exit code. */
export interface EndedCommand {
  code: number
  said: { to: 'print' | 'complain'; text: string }[]
}

/** What a process does for commands. */
export interface Services {
  backup(asked: { folder: string }): Promise<Manifest>
  command(asked: TypedCommand): Promise<EndedCommand>
}

/** What systems take for the path of a socket at most, in bytes. */
const pathBytesMax = 103

const socketIn = (dataDir: string): string => join(dataDir, 'command.sock')

/** Listens for commands; the answer ends it. The caller has the database of the folder open. */
export async function hearCommands(
  dataDir: string,
  services: Services,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<() => Promise<void>> {
  const path = socketIn(dataDir)
  if (Buffer.byteLength(path) > pathBytesMax) {
    log.warn('The path of DATA_DIR is too long for a socket. To run commands, stop this server')
    return async () => {}
  }
  // What a killed process has left.
  rmSync(path, { force: true })
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status).end(JSON.stringify(body))
    try {
      const serve = services[request.url!.slice(1) as keyof Services]
      answer(200, await serve((await json(request)) as never))
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
 * Asks the process that has the database of a data folder open for one of its services.
 *
 * @returns null when there is no such process
 * @throws Error with the reason why it was not done
 */
export async function requestOfServer<Name extends keyof Services>(
  dataDir: string,
  name: Name,
  asked: Parameters<Services[Name]>[0],
): Promise<Awaited<ReturnType<Services[Name]>> | null> {
  type Answer = Awaited<ReturnType<Services[Name]>> | null
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const path = socketIn(dataDir)
  if (Buffer.byteLength(path) > pathBytesMax) return null
  const url = { socketPath: path, path: `/${name}`, method: 'POST', agent: false }
  const asking = withErrorListener(
    request(url, async response => {
      try {
        const answer = JSON.parse(await text(response))
        if (response.statusCode === 200) resolve(answer as Answer)
        else reject(new Error(answer.message))
      } catch {
        reject(new Error('The server stopped before the command was done'))
      }
    }),
  )
  asking.on('error', (error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(error.code!)) resolve(null)
    else reject(new Error(`The server stopped before the command was done: ${error.code}`))
  })
  asking.end(JSON.stringify(asked))
  return promise
}
