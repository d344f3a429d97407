import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens on a configured port.
 *
 * @param setting name of the setting with the port
 * @throws Error naming the setting and an other
 */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  { host, port, setting }: { host: string; port: number; setting: 'PORT' | 'METRICS_PORT' },
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const message = listenError(error as NodeJS.ErrnoException, { host, port, setting })
    throw message === null ? error : new Error(message, { cause: error })
  }
}

const unprivilegedPortMin = 1024

function listenError(
  { code }: NodeJS.ErrnoException,
  { host, port, setting }: { host: string; port: number; setting: string },
): string | null {
  // Another port as a suggestion: 80 becomes 3080, 443 becomes 3443.
  const other = `${setting}=${port < unprivilegedPortMin ? port + 3_000 : port + 1}`
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Choose another port: ${other}`
    case 'EACCES':
      return `This user may not listen on port ${port} of ${host}. Choose another port: ${other}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is invalid: '${host}' is not an address of this machine`
    default:
      return null
  }
}

const portsTriedMax = 20

/**
 * Finds the first free port, from the given one on.
 *
 * @returns the given port if none is free; listening then reports the reason
 */
export async function freePortFrom(host: string, port: number): Promise<number> {
  for (let next = port; next < port + portsTriedMax; next++)
    if (await isFree(host, next)) return next
  return port
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen({ host, port }), 'listening')
    return true
  } catch (error) {
    // Another port would not help against other errors, which listening reports.
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  } finally {
    server.close()
  }
}
