import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens on a port of the settings.
 *
 * @param setting the name of the setting that has the port
 * @throws Error naming the setting, and what would fit
 */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  { host, port, setting }: { host: string; port: number; setting: 'PORT' | 'METRICS_PORT' },
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const text = reasonOf(error as NodeJS.ErrnoException, { host, port, setting })
    throw text === null ? error : new Error(text, { cause: error })
  }
}

const privilegedPorts = 1024

function reasonOf(
  { code }: NodeJS.ErrnoException,
  { host, port, setting }: { host: string; port: number; setting: string },
): string | null {
  const other = `${setting}=${port < privilegedPorts ? port + 3_000 : port + 1}`
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

const triesMax = 20

/**
 * Finds the first port from the given one that is free, of a few.
 *
 * @returns the given port when none of them is free: to listen says why
 */
export async function freePortFrom(host: string, port: number): Promise<number> {
  for (let next = port; next < port + triesMax; next++) if (await isFree(host, next)) return next
  return port
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen({ host, port }), 'listening')
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  } finally {
    server.close()
  }
}
