import type { FastifyServerOptions } from 'fastify'
import { loggedError } from './logged-error.ts'

export interface LogSettings {
  logLevel: string
  /** Output stream; default: standard output. */
  logTo?: { write(text: string): void }
}

/** Message for errors that are logged without one. */
const defaultMessage = 'failed'

/** Returns the options of a logger that redacts errors and requests. */
export function loggerOptions({ logLevel, logTo }: LogSettings): FastifyServerOptions['logger'] {
  if (logLevel === 'silent') return false
  return {
    level: logLevel,
    ...(logTo ? { stream: logTo } : {}),
    serializers: {
      err: error => loggedError(error) as never,
      // Fastify's own serializers include the URL with its query, and the client's address.
      req: () => undefined as never,
      res: ({ statusCode }) => ({ statusCode }),
    },
    hooks: {
      /** Sets a message, because the logger would use that of the error. */
      logMethod(args, method) {
        const [errorOrFields, message] = args as [unknown, unknown]
        const isError = errorOrFields instanceof Error
        const hasError =
          isError || (errorOrFields as { err?: unknown } | null)?.err instanceof Error
        if (hasError && typeof message !== 'string') {
          method.call(
            this,
            isError ? { err: errorOrFields } : (errorOrFields as object),
            defaultMessage,
          )
        } else method.apply(this, args)
      },
    },
  }
}
