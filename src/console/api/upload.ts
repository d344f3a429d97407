/** Upload of a file with its progress, which `fetch` does not report. */
import { apiPath } from './call.ts'
import { readProblem, Unreachable } from './problem.ts'
import { logRequest } from './request-log.ts'

interface UploadOptions {
  path: string
  /** Parts of the form; files are blobs. */
  parts: Readonly<Record<string, string | Blob>>
  /** Idempotency key (contract/general.md §11). */
  key: string
  signal: AbortSignal
  /** Receives the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends a form as `POST` and returns the response body.
 *
 * @throws ApiProblem if the server responds with an error
 * @throws Unreachable if there is no response
 */
export function upload(options: UploadOptions): Promise<unknown> {
  const { path, parts, key, signal, onProgress } = options
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  const fields = Object.entries(parts).filter(([, value]) => typeof value === 'string')
  logRequest({ method: 'POST', path: apiPath + path, body: Object.fromEntries(fields) })
  const request = new XMLHttpRequest()
  request.open('POST', apiPath + path)
  request.setRequestHeader('x-lodgepole-console', '1')
  request.setRequestHeader('idempotency-key', key)
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Unreachable())
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const { status, responseText } = request
      if (status < 300) resolve(JSON.parse(responseText))
      else readProblem(new Response(responseText, { status })).then(reject, reject)
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
