import type { FastifyServerOptions } from 'fastify'
import { loggedError } from './logged-error.ts'

export interface LogSettings {
  logLevel: string
  /** Where entries go, if not to the standard output. */
  logTo?: { write(text: string): void }
}

/** What is said of an error that nobody said anything of. */
const unnamed = 'failed'

/** A logger that tells of errors and requests only what may be told. */
export function loggerOptions({ logLevel, logTo }: LogSettings): FastifyServerOptions['logger'] {
  if (logLevel === 'silent') return false
  return {
    level: logLevel,
    ...(logTo ? { stream: logTo } : {}),
    serializers: {
      err: error => loggedError(error) as never,
      // Fastify's own have the address with its query, and that of the client's socket.
      req: () => undefined as never,
      res: ({ statusCode }) => ({ statusCode }),
    },
    hooks: {
      /** The message of an error would stand for one that is not given. */
      logMethod(args, method) {
        const [first, message] = args as [unknown, unknown]
        const isError = first instanceof Error
        const hasError = isError || (first as { err?: unknown } | null)?.err instanceof Error
        if (hasError && typeof message !== 'string') {
          method.call(this, isError ? { err: first } : (first as object), unnamed)
        } else method.apply(this, args)
      },
    },
  }
}
