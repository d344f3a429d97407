/**
 * Uploads of photos. They belong to the page of the browser, not to a component, so they go on
 * while other sections and pages of the console are open.
 */
import { useSyncExternalStore } from 'react'
import { newKey } from '../../api/new-key.ts'
import { ApiProblem, Unreachable } from '../../api/problem.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { upload } from '../../api/upload.ts'
import { withRetries } from '../../shared/writes/use-write.ts'

export type Photo = ResponseOf<'GET /photos'>['photos'][number]

type Failure = 'tooLarge' | 'notImage' | 'quota' | 'tooMany' | 'offline' | 'failed'

export interface Upload {
  id: string
  propertyUid: string
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** Uploaded share, from 0 to 1. */
  progress: number
  failure: Failure | null
}

interface StoredUpload extends Upload {
  key: string
  controller: AbortController
  onUploaded: (photo: Photo) => void
}

const parallelMax = 3
/** Maximum size of a file: contract/properties.md §6.1. */
const bytesMax = 20 * 1024 * 1024
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])
export const acceptedTypes = [...types].join(',')

let uploads: readonly StoredUpload[] = []
const listeners = new Set<() => void>()

/** Returns the uploads of all properties that are not finished. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(listen, () => uploads)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Starts the upload of files. One that is too large or no picture fails at once. */
export function addUploads(
  propertyUid: string,
  files: readonly File[],
  onUploaded: (photo: Photo) => void,
): void {
  const added = files.map((file): StoredUpload => {
    const failure = checkFile(file)
    return {
      ...{ id: newKey(), key: newKey(), propertyUid, file, failure, progress: 0, onUploaded },
      controller: new AbortController(),
      state: failure ? 'failed' : 'waiting',
    }
  })
  setUploads([...uploads, ...added])
  startNext()
}

function checkFile({ type, size }: File): Failure | null {
  if (!types.has(type)) return 'notImage'
  return size > bytesMax ? 'tooLarge' : null
}

/** Cancels an upload, or removes a failed one from the list. */
export function removeUpload(id: string): void {
  uploads.find(upload => upload.id === id)?.controller.abort()
  setUploads(uploads.filter(upload => upload.id !== id))
  startNext()
}

/** Repeats a failed upload, with its idempotency key: the server may have stored the photo. */
export function retryUpload(id: string): void {
  change(id, { state: 'waiting', failure: null, progress: 0 })
  startNext()
}

function startNext(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length
  const next = uploads.filter(({ state }) => state === 'waiting').slice(0, parallelMax - sending)
  for (const waiting of next) {
    change(waiting.id, { state: 'sending' })
    void send(waiting)
  }
}

async function send(waiting: StoredUpload): Promise<void> {
  const { id, propertyUid, file, key, controller, onUploaded } = waiting
  const { signal } = controller
  const onProgress = (progress: number) => change(id, { progress })
  try {
    const parts = { propertyUid, file }
    const response = await withRetries(() =>
      upload({ path: '/photos', parts, key, signal, onProgress }).catch(stopOffline),
    )
    setUploads(uploads.filter(upload => upload.id !== id))
    onUploaded((response as ResponseOf<'POST /photos'>).photo)
  } catch (error) {
    if (!signal.aborted) change(id, { state: 'failed', failure: findFailure(error) })
  }
  startNext()
}

/** Prevents retries while the browser is offline: `online` repeats the upload. */
function stopOffline(error: unknown): never {
  throw error instanceof Unreachable && !navigator.onLine ? new Offline() : error
}

class Offline extends Error {}

function findFailure(error: unknown): Failure {
  if (error instanceof Unreachable || error instanceof Offline) return 'offline'
  if (!(error instanceof ApiProblem)) return 'failed'
  const { status, body } = error
  if (status === 413) return 'tooLarge'
  if (body.code === 'STORAGE_QUOTA_EXCEEDED') return 'quota'
  if (body.code === 'PAYLOAD_RULE_VIOLATION') return 'tooMany'
  return status === 400 ? 'notImage' : 'failed'
}

function change(id: string, changes: Partial<StoredUpload>): void {
  setUploads(uploads.map(upload => (upload.id === id ? { ...upload, ...changes } : upload)))
}

const isPending = ({ state }: Upload) => state !== 'failed'

function setUploads(next: readonly StoredUpload[]): void {
  const wasPending = uploads.some(isPending)
  uploads = next
  for (const listener of listeners) listener()
  if (next.some(isPending) === wasPending) return
  // Closing the page would end the uploads.
  if (wasPending) removeEventListener('beforeunload', askBeforeUnload)
  else addEventListener('beforeunload', askBeforeUnload)
}

function askBeforeUnload(event: Event): void {
  event.preventDefault()
}

/** Repeats uploads that lost their connection. */
addEventListener('online', () => {
  for (const { id, failure } of uploads) if (failure === 'offline') retryUpload(id)
})
