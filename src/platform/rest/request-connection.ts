import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** HTTP connection of a request, for handlers with long responses. */
export interface Connection<Context> {
  headers: IncomingHttpHeaders
  /** Key of the caller's request counter; empty without authentication. */
  credential: string
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal
  /**
   * Authenticates again and returns a new context. It does not count as another request.
   *
   * @throws ApiError 401 if the credential has ended, 403 if its role lacks the operation
   */
  reauthenticate(): Promise<Context>
}

/** Returns the connection of a request. Its signal is created on first use. */
export function openConnection<Context>(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    stopping,
    reauthenticate,
  }: Pick<Connection<Context>, 'reauthenticate'> & {
    stopping: AbortSignal
  },
): Connection<Context> {
  let signal: AbortSignal | undefined
  return {
    headers: request.headers,
    credential: request.authentication?.credential ?? '',
    get signal() {
      signal ??= AbortSignal.any([disconnectSignal(reply), stopping])
      return signal
    },
    reauthenticate,
  }
}

function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
