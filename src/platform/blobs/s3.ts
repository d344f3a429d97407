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
import { limitReached } from '../limits/reached.ts'
import { withErrorListener } from '../streams/with-error-listener.ts'
import type { BlobStore } from './blob-store.ts'

/** Where blobs are in an S3-compatible store. Who may is found as AWS's own tools find it. */
export interface S3Location {
  bucket: string
  /** Stands before every key; empty or without a slash at its end. */
  prefix: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
}

/** How long the store may leave us waiting, in milliseconds. */
export interface S3Patience {
  connectMs: number
  /** Without a byte. */
  silentMs: number
  /** For an operation with all its attempts. */
  totalMs: number
  /** For a file that is read, by whoever reads it. */
  fileMs: number
}

const attemptsMax = 3
const standardPatience: S3Patience = {
  connectMs: 3_000,
  silentMs: 20_000,
  totalMs: 30_000,
  fileMs: 600_000,
}

/** Blobs as objects of an S3-compatible store. */
export function s3Blobs(
  { bucket, prefix, region, endpoint }: S3Location,
  { connectMs, silentMs, totalMs, fileMs }: S3Patience = standardPatience,
): BlobStore {
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Not every compatible store knows the checksums that Amazon's does.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: totalMs,
      // Without it the library only warns.
      throwOnRequestTimeout: true,
      socketTimeout: silentMs,
    },
  })
  const limited = () => ({ abortSignal: AbortSignal.timeout(totalMs) })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` })
  return {
    async put(key, bytes) {
      await answered(client.send(new PutObjectCommand({ ...at(key), Body: bytes }), limited()))
    },
    async open(key) {
      const command = new GetObjectCommand(at(key))
      const found = await answered(client.send(command, limited()).catch(noSuchKey))
      if (found === null) return null
      const stream = withErrorListener(found.Body as Readable)
      return {
        size: found.ContentLength!,
        stream: addAbortSignal(AbortSignal.timeout(fileMs), stream),
      }
    },
    async remove(keys) {
      const removed = keys.map(key => client.send(new DeleteObjectCommand(at(key)), limited()))
      await answered(Promise.all(removed))
    },
    async *list(folder, from, to) {
      const { Key: below } = at(`${folder}/`)
      const command = { Bucket: bucket, Prefix: below, Delimiter: '/', StartAfter: below + from }
      let token: string | undefined
      do {
        const page = new ListObjectsV2Command({ ...command, ContinuationToken: token })
        const listed = await answered(client.send(page, limited()))
        for (const name of namesIn(listed, below)) {
          if (name >= from && name <= to) yield name
          else if (name > to) return
        }
        token = listed.NextContinuationToken
      } while (token !== undefined)
    },
  }
}

function noSuchKey(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}

/** The folders and files of a page below a prefix. */
function namesIn({ CommonPrefixes, Contents }: ListObjectsV2CommandOutput, below: string) {
  const folders = (CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice(0, -1))
  const files = (Contents ?? []).map(({ Key = '' }) => Key)
  return [...folders, ...files].map(key => key.slice(below.length)).sort()
}

function isLate({ name }: Error): boolean {
  return name === 'TimeoutError' || name === 'AbortError'
}

/** @throws ApiError SERVICE_UNAVAILABLE instead of whatever the store or the way to it says */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (isLate(cause as Error)) limitReached('file_store')
    throw new ApiError('SERVICE_UNAVAILABLE', 'The file store is not available; retry later', {
      headers: { 'retry-after': '1' },
      cause,
    })
  }
}
