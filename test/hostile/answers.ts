import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, statusOfCode, titleOf } from '../../src/platform/errors.ts'
import { checkerOf } from '../generate/examples/taker.ts'
import type { RawAnswer } from '../support/raw.ts'

const contract = join(import.meta.dirname, '../../contracts/v3.3.json')
const isOf = checkerOf(JSON.parse(readFileSync(contract, 'utf8')))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * What is wrong with an answer by itself: a fault of ours, or an error body that is not that of
 * contract/general.md §7. Null: nothing.
 *
 * @param path as the client wrote it
 */
export function wrongWith(answer: RawAnswer, path: string, method?: string): string | null {
  const { status, headers } = answer
  if (status >= 500) return 'a fault of ours'
  if (!uuid.test(String(headers['x-trace-id']))) return 'no x-trace-id'
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  if (method === 'HEAD') return answer.text === '' ? null : 'HEAD with a body'
  if (status < 400) return isJson ? wrongWithSuccess(answer) : null
  if (!isJson) return 'a refusal that is no JSON'
  return wrongWithRefusal(answer, path)
}

function wrongWithSuccess({ body }: RawAnswer): string | null {
  const isError = body !== null && typeof body === 'object' && 'apiErrorMessage' in body
  return isError ? 'a success with apiErrorMessage' : null
}

function wrongWithRefusal({ status, headers, body }: RawAnswer, path: string): string | null {
  const { apiErrorMessage, uid, code, errors } = body ?? {}
  if (typeof apiErrorMessage !== 'string' || apiErrorMessage === '') return 'no apiErrorMessage'
  if (!uuid.test(uid)) return 'no uid'
  if (typeof code !== 'string' || statusOfCode(code as ErrorCode) === undefined) {
    return `a code that is not in the table: ${code}`
  }
  const expected = {
    status: statusOfCode(code as ErrorCode),
    type: `urn:lodgepole:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(code as ErrorCode),
    detail: apiErrorMessage,
    // What the HTTP parser refuses has no path yet.
    instance: status === 431 ? '' : path.split('?')[0],
  }
  for (const [member, value] of Object.entries(expected)) {
    if (body[member] !== value) return `${member} is ${body[member]}, not ${value}`
  }
  if (status !== body.status) return `status ${status}, but the body says ${body.status}`
  if (!isOf('ErrorBody', body)) return 'no ErrorBody of the OpenAPI document'
  if (status === 401 && !headers['www-authenticate']) return 'no WWW-Authenticate'
  if (status === 405 && !headers.allow) return 'no Allow'
  return errors === undefined ? null : wrongWithErrors(errors, apiErrorMessage)
}

function wrongWithErrors(errors: unknown, message: string): string | null {
  if (!Array.isArray(errors) || errors.length === 0) return 'errors that are no list'
  const isField = (error: Record<string, unknown>) =>
    [error.field, error.code, error.message].every(one => typeof one === 'string')
  if (!errors.every(isField)) return 'errors without field, code or message'
  return errors[0].message === message ? null : 'the first of errors is not the message'
}
