import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, errorStatus, errorTitle } from '../../src/platform/errors.ts'
import { createChecker } from '../generate/examples/example-collector.ts'
import type { RawResponse } from '../support/raw-http.ts'

const contract = join(import.meta.dirname, '../../contracts/v3.3.json')
const isComponent = createChecker(JSON.parse(readFileSync(contract, 'utf8')))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Describes a violation by a response: a server error, or an error body that does not follow
 * contract/general.md §7. Returns null if there is none.
 *
 * @param path path as the client sent it
 */
export function findViolation(response: RawResponse, path: string, method?: string): string | null {
  const { status, headers } = response
  if (status >= 500) return 'a server error'
  if (!uuid.test(String(headers['x-trace-id']))) return 'no x-trace-id'
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  if (method === 'HEAD') return response.text === '' ? null : 'HEAD with a body'
  if (status < 400) return isJson ? successViolation(response) : null
  if (!isJson) return 'a refusal that is no JSON'
  return errorBodyViolation(response, path)
}

function successViolation({ body }: RawResponse): string | null {
  const isError = body !== null && typeof body === 'object' && 'apiErrorMessage' in body
  return isError ? 'a success with apiErrorMessage' : null
}

function errorBodyViolation({ status, headers, body }: RawResponse, path: string): string | null {
  const { apiErrorMessage, uid, code, errors } = body ?? {}
  if (typeof apiErrorMessage !== 'string' || apiErrorMessage === '') return 'no apiErrorMessage'
  if (!uuid.test(uid)) return 'no uid'
  if (typeof code !== 'string' || errorStatus(code as ErrorCode) === undefined) {
    return `a code that is not in the table: ${code}`
  }
  const expected = {
    status: errorStatus(code as ErrorCode),
    type: `urn:lodgepole:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: errorTitle(code as ErrorCode),
    detail: apiErrorMessage,
    // Errors of the HTTP parser have no path.
    instance: status === 431 ? '' : path.split('?')[0],
  }
  for (const [member, value] of Object.entries(expected)) {
    if (body[member] !== value) return `${member} is ${body[member]}, not ${value}`
  }
  if (status !== body.status) return `status ${status}, but the body says ${body.status}`
  if (!isComponent('ErrorBody', body)) return 'no ErrorBody of the OpenAPI document'
  if (status === 401 && !headers['www-authenticate']) return 'no WWW-Authenticate'
  if (status === 405 && !headers.allow) return 'no Allow'
  return errors === undefined ? null : fieldErrorsViolation(errors, apiErrorMessage)
}

function fieldErrorsViolation(errors: unknown, message: string): string | null {
  if (!Array.isArray(errors) || errors.length === 0) return 'errors that are no list'
  const isFieldError = (error: Record<string, unknown>) =>
    [error.field, error.code, error.message].every(value => typeof value === 'string')
  if (!errors.every(isFieldError)) return 'errors without field, code or message'
  return errors[0].message === message ? null : 'the first of errors is not the message'
}
