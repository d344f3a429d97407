import { addAbortSignal, type Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { ApiError } from '../errors.ts'
import { withErrorListener } from '../io/with-error-listener.ts'
import { limitReached } from '../limits/limit-metrics.ts'
import type { BlobStore } from './blob-store.ts'

/** Location of the blobs. Credentials are found like those of AWS tools. */
export interface S3Location {
  bucket: string
  /** Prefix of every key; empty, or without a slash at its end. */
  prefix: string
  region: string
  /** URL of the store; null: Amazon S3. */
  endpoint: string | null
}

/** Timeouts in milliseconds. */
export interface S3Timeouts {
  connectMs: number
  /** Idle socket. */
  silentMs: number
  /** Operation with all its attempts. */
  totalMs: number
  /** Reading of an opened file by the caller. */
  fileMs: number
}

const attemptsMax = 3
/** Number of objects of a folder that are deleted at once. */
const removedAtOnce = 20
export const defaultTimeouts: S3Timeouts = {
  connectMs: 3_000,
  silentMs: 20_000,
  totalMs: 30_000,
  fileMs: 600_000,
}

export function s3Blobs(
  { bucket, prefix, region, endpoint }: S3Location,
  { connectMs, silentMs, totalMs, fileMs }: S3Timeouts = defaultTimeouts,
): BlobStore {
  const client = openClient({ region, endpoint }, { connectMs, silentMs, totalMs })
  const requestOptions = () => ({ abortSignal: AbortSignal.timeout(totalMs) })
  const objectAt = (key: string) => ({
    Bucket: bucket,
    Key: prefix === '' ? key : `${prefix}/${key}`,
  })
  const remove = async (keys: string[]) => {
    const removals = keys.map(key =>
      client.send(new DeleteObjectCommand(objectAt(key)), requestOptions()),
    )
    await requireAvailable(Promise.all(removals))
  }
  return {
    async put(key, bytes) {
      await requireAvailable(
        client.send(new PutObjectCommand({ ...objectAt(key), Body: bytes }), requestOptions()),
      )
    },
    async open(key) {
      const command = new GetObjectCommand(objectAt(key))
      const object = await requireAvailable(
        client.send(command, requestOptions()).catch(nullIfMissing),
      )
      if (object === null) return null
      const stream = withErrorListener(object.Body as Readable)
      return {
        size: object.ContentLength!,
        stream: addAbortSignal(AbortSignal.timeout(fileMs), stream),
      }
    },
    remove,
    async removeFolder(folder) {
      const { Key: folderPrefix } = objectAt(`${folder}/`)
      const rootLength = folderPrefix.length - folder.length - 1
      const listing = { Bucket: bucket, Prefix: folderPrefix }
      // Deleted keys are no longer listed, so each page is the first one.
      for (;;) {
        const page = client.send(new ListObjectsV2Command(listing), requestOptions())
        const { Contents = [] } = await requireAvailable(page)
        if (Contents.length === 0) return
        const keys = Contents.map(({ Key = '' }) => Key.slice(rootLength))
        while (keys.length > 0) await remove(keys.splice(0, removedAtOnce))
      }
    },
    async *list(folder, from, to) {
      const { Key: folderPrefix } = objectAt(`${folder}/`)
      const command = {
        Bucket: bucket,
        Prefix: folderPrefix,
        Delimiter: '/',
        StartAfter: folderPrefix + from,
      }
      let token: string | undefined
      do {
        const listPage = new ListObjectsV2Command({ ...command, ContinuationToken: token })
        const response = await requireAvailable(client.send(listPage, requestOptions()))
        for (const name of listNames(response, folderPrefix)) {
          if (name >= from && name <= to) yield name
          else if (name > to) return
        }
        token = response.NextContinuationToken
      } while (token !== undefined)
    },
  }
}

function openClient(
  { region, endpoint }: Pick<S3Location, 'region' | 'endpoint'>,
  { connectMs, silentMs, totalMs }: Omit<S3Timeouts, 'fileMs'>,
): S3Client {
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Not every compatible store supports the checksums of Amazon S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: totalMs,
      // The library's default is a warning instead of an error.
      throwOnRequestTimeout: true,
      socketTimeout: silentMs,
    },
  })
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}

/** Returns the names of folders and files on a page, below a prefix. */
function listNames({ CommonPrefixes, Contents }: ListObjectsV2CommandOutput, folderPrefix: string) {
  const folders = (CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice(0, -1))
  const files = (Contents ?? []).map(({ Key = '' }) => Key)
  return [...folders, ...files].map(key => key.slice(folderPrefix.length)).sort()
}

function isTimeout({ name }: Error): boolean {
  return name === 'TimeoutError' || name === 'AbortError'
}

/**
 * Awaits a call of the store.
 *
 * @throws ApiError SERVICE_UNAVAILABLE instead of any error of the store or the connection
 */
async function requireAvailable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (cause) {
    if (isTimeout(cause as Error)) limitReached('file_store')
    throw new ApiError('SERVICE_UNAVAILABLE', 'The file store is not available; retry later', {
      headers: { 'retry-after': '1' },
      cause,
    })
  }
}
