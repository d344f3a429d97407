/** File uploads as multipart/form-data: contract/properties.md §6.1. */
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalidParameter } from '../errors.ts'
import { withErrorListener } from '../io/with-error-listener.ts'
import { limitReached } from '../limits/limit-metrics.ts'
import { notUtf8 } from './read-json.ts'
import type { Version } from './version.ts'

export interface Upload {
  /** Name of the part with the file. */
  part: string
  since: Version
  bytesMax: number
  /** Validates the file of an owner before the write begins, and returns the bytes to store. */
  read(file: Buffer, owner: string): Promise<Buffer>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    upload?: Upload
  }
}

const mediaType = 'multipart/form-data'

/** Maximum size of a request body, and of the other parts of an upload. */
export const bodyBytesMax = 1_048_576

const partsMax = 100
const fieldBytesMax = 65_536

/** Raises the body limit of a Fastify child for uploads. */
export function acceptUploads(child: FastifyInstance, { bytesMax }: Upload): void {
  const options = { parseAs: 'buffer', bodyLimit: bytesMax + bodyBytesMax } as const
  child.addContentTypeParser(mediaType, options, (_request, body, done) => done(null, body))
}

/** Returns whether a request is an upload that its route accepts. */
export function isUpload(request: FastifyRequest): boolean {
  const { upload } = request.routeOptions.config
  const type = request.headers['content-type'] ?? ''
  return upload !== undefined && type.toLowerCase().startsWith(mediaType)
}

/** Counts and returns the error of a body or file over its size limit. */
export function tooLarge(request: FastifyRequest): ApiError {
  limitReached('body_bytes')
  const { bodyLimit = bodyBytesMax, config } = request.routeOptions
  const { upload } = config
  const isFile = upload !== undefined && isUpload(request)
  const limit = isFile ? upload.bytesMax : bodyLimit
  const noun = isFile ? 'file' : 'body'
  return new ApiError('PAYLOAD_TOO_LARGE', `The ${noun} is larger than ${limit} bytes`, {
    members: { limit },
  })
}

/** Parts of an upload: its fields, the last of repeated ones, and its file. */
export interface UploadContent {
  fields: Record<string, unknown>
  file: Buffer | null
}

/**
 * Parses an upload. Ignores other files.
 *
 * @throws ApiError MALFORMED_BODY, PAYLOAD_TOO_LARGE, INVALID_PARAMETER for a second file
 */
export async function parseUpload(request: FastifyRequest): Promise<UploadContent> {
  // `isUpload` has found that the route accepts uploads.
  const { part, bytesMax } = request.routeOptions.config.upload!
  const fields = new Map<string, string>()
  const files: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = () => reject(malformedUpload())
  const body = request.body as Buffer | undefined
  const parser = createParser(request, bytesMax)
  parser.on('field', (name: string, value: string, _isNameCut: boolean, isCut: boolean) => {
    if (isCut) reject(invalidParameter(name, `must have at most ${fieldBytesMax} bytes`))
    // The parser replaces invalid bytes with this character, but a client may also send it.
    if (value.includes('\ufffd') && !body?.includes('\ufffd')) reject(notUtf8())
    fields.set(name, value)
  })
  parser.on('file', (name: string, stream: BusboyFileStream) => {
    const chunks: Buffer[] = []
    stream.on('limit', () => reject(tooLarge(request)))
    stream.on('error', refuse)
    stream.on('data', (chunk: Buffer) => name === part && chunks.push(chunk))
    stream.on('end', () => name === part && files.push(Buffer.concat(chunks)))
  })
  parser.on('partsLimit', refuse)
  parser.on('error', refuse)
  parser.on('finish', resolve)
  parser.end(body)
  await promise
  if (files.length > 1) throw invalidParameter(part, 'must be sent once')
  return { fields: Object.fromEntries(fields), file: files[0] ?? null }
}

function createParser({ headers }: FastifyRequest, fileSize: number): BusboyInstance {
  const limits = { fileSize, fieldSize: fieldBytesMax, parts: partsMax }
  try {
    return withErrorListener(
      new Busboy({ headers: { 'content-type': headers['content-type']! }, limits }),
    )
  } catch {
    throw malformedUpload()
  }
}

function malformedUpload(): ApiError {
  return new ApiError('MALFORMED_BODY', `Malformed ${mediaType} request body`)
}
