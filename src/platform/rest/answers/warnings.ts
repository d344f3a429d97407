/** Warnings of a response: the action was done, but may have effects that are not wanted. */
import type { FastifyReply } from 'fastify'
import { Reply } from '../route.ts'

export interface Warning {
  /** Stable, `PROMO_CODE_DROPPED`. */
  code: string
  text: string
}

/** Collector of warnings; background work has none. */
export interface Warned {
  warnings?: Warning[]
}

/** Adds a warning to the answer of the request; the same one is told once. */
export function warn({ warnings }: Warned, code: string, text: string): void {
  if (!warnings || warnings.some(known => known.code === code && known.text === text)) return
  warnings.push({ code, text })
}

const header = 'x-lodgepole-warning'

/** A success with its warnings, `CODE: text`, several with ` | ` between them. */
export function withWarnings(reply: Reply, warnings: Warning[]): Reply {
  if (warnings.length === 0 || reply.constructor !== Reply) return reply
  const { [header]: own, ...headers } = reply.headers
  const texts = warnings.map(({ code, text }) => `${code}: ${text}`)
  const value = [...(own === undefined ? [] : [own]), ...texts].join(' | ')
  return new Reply(reply.status, reply.body, { ...headers, [header]: visible(value) })
}

/** Adds a warning, `CODE: text`, to a response after those that it has. */
export function addWarning(reply: FastifyReply, warning: string): void {
  const present = reply.getHeader(header)
  reply.header(header, visible(present === undefined ? warning : `${present} | ${warning}`))
}

/** Sets the headers of an answer; its warnings are added to those of the response. */
export function setHeaders(reply: FastifyReply, headers: Record<string, string>): void {
  const { [header]: warning, ...others } = headers
  reply.headers(others)
  if (warning !== undefined) addWarning(reply, warning)
}

function visible(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?')
}
