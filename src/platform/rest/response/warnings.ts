/** Warnings of a response: the action succeeded, but may have unwanted effects. */
import type { FastifyReply } from 'fastify'
import { Reply } from '../route.ts'

export interface Warning {
  /** Code that clients may rely on, such as `PROMO_CODE_DROPPED`. */
  code: string
  text: string
}

/** Collector of the warnings of a request; `warnings` is absent in background work. */
export interface WarningCollector {
  warnings?: Warning[]
}

/** Adds a warning to the response, unless it has the same one. */
export function warn({ warnings }: WarningCollector, code: string, text: string): void {
  if (!warnings || warnings.some(existing => existing.code === code && existing.text === text))
    return
  warnings.push({ code, text })
}

const warningHeader = 'x-lodgepole-warning'

/** Adds warnings to a successful reply, as `CODE: text` separated by ` | `. */
export function withWarnings(reply: Reply, warnings: Warning[]): Reply {
  // Subclasses of `Reply`, streams and files, are sent unchanged.
  if (warnings.length === 0 || reply.constructor !== Reply) return reply
  const { [warningHeader]: existing, ...headers } = reply.headers
  const texts = warnings.map(({ code, text }) => `${code}: ${text}`)
  const value = [...(existing === undefined ? [] : [existing]), ...texts].join(' | ')
  return new Reply(reply.status, reply.body, { ...headers, [warningHeader]: toAscii(value) })
}

/** Adds a warning, `CODE: text`, after the existing ones of a response. */
export function addWarning(reply: FastifyReply, warning: string): void {
  const existing = reply.getHeader(warningHeader)
  reply.header(
    warningHeader,
    toAscii(existing === undefined ? warning : `${existing} | ${warning}`),
  )
}

/** Sets the headers of a reply, and appends a warning to existing ones. */
export function setHeaders(reply: FastifyReply, headers: Record<string, string>): void {
  const { [warningHeader]: warning, ...otherHeaders } = headers
  reply.headers(otherHeaders)
  if (warning !== undefined) addWarning(reply, warning)
}

function toAscii(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?')
}
