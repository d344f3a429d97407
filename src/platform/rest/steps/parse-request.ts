import { createHash } from 'node:crypto'
import { readBody, readQuery } from '../parse-input.ts'
import { readJsonObject } from '../read-json.ts'
import type { Input } from '../route.ts'
import { isUpload, parseUpload } from '../upload.ts'
import type { CallToRead } from './request-context.ts'

export interface ParsedBody {
  fields: Record<string, unknown>
  file: Buffer | null
  /** Input of the idempotency fingerprint. */
  body: unknown
}

export async function parseRequestBody({ route, request }: CallToRead): Promise<ParsedBody> {
  if (route.http.upload && isUpload(request)) {
    const { fields, file } = await parseUpload(request)
    if (file === null) return { fields, file, body: fields }
    const digest = createHash('sha256').update(file).digest('hex')
    return {
      fields,
      file: await route.http.upload.read(file, request.authentication.tenantUid),
      body: { fields, digest },
    }
  }
  const { body } = request as { body: Buffer | undefined }
  const fields = route.body ? readJsonObject(body, request.headers['content-type']) : {}
  return { fields, file: null, body: fields }
}

/**
 * Validates the input of an operation.
 *
 * @throws ApiError of the first part that is invalid
 */
export function validateInput(
  { route, scope: { version }, request }: CallToRead,
  { fields, file }: ParsedBody,
): Input<never, never> {
  const query = request.query as Record<string, string | string[]>
  return {
    query: (route.query ? readQuery(route.query, query) : {}) as never,
    body: (route.body ? readBody(route.body, fields) : {}) as never,
    sent: fields,
    params: request.params as Record<string, string>,
    version,
    file,
  }
}
