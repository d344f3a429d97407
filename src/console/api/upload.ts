/** Upload of a file as multipart/form-data. */
import { apiPath } from './call.ts'
import { readProblem, Unreachable } from './problem.ts'
import { logRequest } from './request-log.ts'

/** Sends a photo of a property; throws like `call`. */
export async function uploadPhoto(propertyUid: string, file: File, key: string): Promise<void> {
  const body = new FormData()
  body.set('propertyUid', propertyUid)
  body.set('file', file)
  const path = `${apiPath}/photos`
  logRequest({ method: 'POST', path, body: { propertyUid, file: file.name } })
  const headers = { 'x-lodgepole-console': '1', 'idempotency-key': key }
  let response: Response
  try {
    response = await fetch(path, { method: 'POST', headers, body })
  } catch {
    throw new Unreachable()
  }
  if (!response.ok) throw await readProblem(response)
}
