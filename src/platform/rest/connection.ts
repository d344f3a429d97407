import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The request behind a handler, for operations whose answers take long. */
export interface Connection<Context> {
  headers: IncomingHttpHeaders
  /** What requests of this credential are counted by. */
  credential: string
  /** Aborts when the client has gone, or the server stops. */
  readonly signal: AbortSignal
  /**
   * Returns the context for the caller as it is now; it does not count as another request.
   *
   * @throws ApiError 401 once the credential has ended, 403 once its role lacks the operation
   */
  renew(): Promise<Context>
}

/** The connection of a request; its signal is made when it is first asked for. */
export function connectionOf<Context>(
  request: FastifyRequest,
  reply: FastifyReply,
  { stopping, renew }: { stopping: AbortSignal; renew(): Promise<Context> },
): Connection<Context> {
  let signal: AbortSignal | undefined
  return {
    headers: request.headers,
    credential: request.admission?.credential ?? '',
    get signal() {
      signal ??= AbortSignal.any([goneSignal(reply), stopping])
      return signal
    },
    renew,
  }
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
