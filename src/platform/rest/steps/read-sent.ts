import { createHash } from 'node:crypto'
import { readBody, readQuery } from '../read-input.ts'
import { readJsonObject } from '../read-json.ts'
import type { Input } from '../route.ts'
import { isUpload, readParts } from '../upload.ts'
import type { CallToRead } from './call.ts'

/** What a body says: its fields, and the file that may come with them. */
export interface Sent {
  fields: Record<string, unknown>
  file: Buffer | null
  /** What tells this body from another. */
  body: unknown
}

/** Takes the body of a request apart. */
export async function readSent({ route, request }: CallToRead): Promise<Sent> {
  if (route.http.upload && isUpload(request)) {
    const { fields, file } = await readParts(request)
    if (file === null) return { fields, file, body: fields }
    const digest = createHash('sha256').update(file).digest('hex')
    return {
      fields,
      file: await route.http.upload.read(file, request.admission.tenantUid),
      body: { fields, digest },
    }
  }
  const { body } = request as { body: Buffer | undefined }
  const fields = route.body ? readJsonObject(body, request.headers['content-type']) : {}
  return { fields, file: null, body: fields }
}

/**
 * Reads the input of an operation by its schemas.
 *
 * @throws ApiError of the first member that does not fit
 */
export function readInput(
  { route, scope: { version }, request }: CallToRead,
  { fields, file }: Sent,
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
