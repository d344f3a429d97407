import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { ApiError } from '../errors.ts'
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

const attemptsMax = 3
const connectMs = 3_000
const answerMs = 30_000

/** Blobs as objects of an S3-compatible store. */
export function s3Blobs({ bucket, prefix, region, endpoint }: S3Location): BlobStore {
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Not every compatible store knows the checksums that Amazon's does.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs },
  })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` })
  return {
    async put(key, bytes) {
      await answered(client.send(new PutObjectCommand({ ...at(key), Body: bytes })))
    },
    async open(key) {
      const found = await answered(client.send(new GetObjectCommand(at(key))).catch(noSuchKey))
      if (found === null) return null
      return { size: found.ContentLength!, stream: found.Body as Readable }
    },
    async remove(keys) {
      const removed = keys.map(key => client.send(new DeleteObjectCommand(at(key))))
      await answered(Promise.all(removed))
    },
  }
}

function noSuchKey(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}

/** @throws ApiError SERVICE_UNAVAILABLE instead of whatever the store or the way to it says */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw new ApiError('SERVICE_UNAVAILABLE', 'The file store is not available, try again', {
      headers: { 'retry-after': '1' },
      cause,
    })
  }
}
