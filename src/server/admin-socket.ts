/**
 * Admin socket of a process with the embedded database: HTTP over a Unix socket in the data folder,
 * which only its owner may use. Commands run in that process.
 */
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { CreatedGeneration } from '../platform/backup/generations.ts'
import { withErrorListener } from '../platform/io/with-error-listener.ts'
import type { BackupRequest } from './backups/make-backup.ts'

export interface CommandLine {
  args: string[]
  /** Standard input of the command. */
  input: string
}

/** Result of a command: its output in order, and its exit code. */
export interface CommandResult {
  code: number
  output: { to: 'print' | 'complain'; text: string }[]
}

/** Operations that a process offers to commands. */
export interface AdminOperations {
  backup(input: BackupRequest): Promise<CreatedGeneration>
  command(input: CommandLine): Promise<CommandResult>
}

/** Maximum length of a socket path in bytes. */
const pathBytesMax = 103

const socketPath = (dataDir: string): string => join(dataDir, 'command.sock')

/**
 * Listens for commands. The caller has opened the database of the folder. Returns a function that
 * stops it.
 */
export async function listenForCommands(
  dataDir: string,
  operations: AdminOperations,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<() => Promise<void>> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > pathBytesMax) {
    log.warn('The path of DATA_DIR is too long for a socket. To run commands, stop this server')
    return async () => {}
  }
  // A killed process leaves its socket file.
  rmSync(path, { force: true })
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status).end(JSON.stringify(body))
    try {
      const operation = operations[request.url!.slice(1) as keyof AdminOperations]
      respond(200, await operation((await json(request)) as never))
    } catch (error) {
      const { message, code, path } = error as NodeJS.ErrnoException
      respond(500, { message, code, path })
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
 * Calls an operation of the process that has opened the database of a data folder.
 *
 * @returns null if there is no such process
 * @throws Error with the reason of a failure
 */
export async function callAdminSocket<Name extends keyof AdminOperations>(
  dataDir: string,
  name: Name,
  input: Parameters<AdminOperations[Name]>[0],
): Promise<Awaited<ReturnType<AdminOperations[Name]>> | null> {
  type Result = Awaited<ReturnType<AdminOperations[Name]>> | null
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > pathBytesMax) return null
  const url = { socketPath: path, path: `/${name}`, method: 'POST', agent: false }
  const pendingRequest = withErrorListener(
    request(url, async response => {
      try {
        const result = JSON.parse(await text(response))
        if (response.statusCode === 200) resolve(result as Result)
        else reject(Object.assign(new Error(result.message), failureOf(result)))
      } catch {
        reject(new Error('The server stopped before the command was done'))
      }
    }),
  )
  pendingRequest.on('error', (error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(error.code!)) resolve(null)
    else reject(new Error(`The server stopped before the command was done: ${error.code}`))
  })
  pendingRequest.end(JSON.stringify(input))
  return promise
}

/** Returns the properties by which errors of files are recognized. */
function failureOf({ code, path }: { code?: string; path?: string }) {
  return { ...(code === undefined ? {} : { code }), ...(path === undefined ? {} : { path }) }
}
