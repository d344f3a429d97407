/** Files that a route takes as multipart/form-data: contract/properties.md §6.1. */
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalidParameter } from '../errors.ts'
import { limitReached } from '../limits/reached.ts'
import { withErrorListener } from '../streams/with-error-listener.ts'
import { notUtf8 } from './read-json.ts'
import type { Version } from './version.ts'

/** The one file of a request, and from which version on it may have one. */
export interface Upload {
  part: string
  since: Version
  bytesMax: number
  /** Checks the file of an owner before the write begins, and gives what is to be kept of it. */
  read(file: Buffer, owner: string): Promise<Buffer>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    upload?: Upload
  }
}

const mediaType = 'multipart/form-data'

/** All bodies that are no upload, and the parts of an upload beside its file. */
export const bodyBytesMax = 1_048_576

const partsMax = 100
const fieldBytesMax = 65_536

/** Makes a scope read bodies that are large enough for an upload, where they say to be one. */
export function takeUploads(scope: FastifyInstance, { bytesMax }: Upload): void {
  const options = { parseAs: 'buffer', bodyLimit: bytesMax + bodyBytesMax } as const
  scope.addContentTypeParser(mediaType, options, (_request, body, done) => done(null, body))
}

/** Whether the body of a request is an upload that its route takes. */
export function isUpload(request: FastifyRequest): boolean {
  const { upload } = request.routeOptions.config
  const type = request.headers['content-type'] ?? ''
  return upload !== undefined && type.toLowerCase().startsWith(mediaType)
}

/** @returns the refusal of a body, or of a file, that is larger than it may be */
export function tooLarge(request: FastifyRequest): ApiError {
  limitReached('body_bytes')
  const { bodyLimit = bodyBytesMax, config } = request.routeOptions
  const { upload } = config
  const isFile = upload !== undefined && isUpload(request)
  const limit = isFile ? upload.bytesMax : bodyLimit
  const what = isFile ? 'file' : 'body'
  return new ApiError('PAYLOAD_TOO_LARGE', `The ${what} is larger than ${limit} bytes`, {
    members: { limit },
  })
}

/** The parts of an upload: its fields, the last of repeated ones, and its file, if any. */
export interface Parts {
  fields: Record<string, unknown>
  file: Buffer | null
}

/**
 * Takes the body of an upload apart. Files of other parts are ignored.
 *
 * @throws ApiError MALFORMED_BODY, PAYLOAD_TOO_LARGE, INVALID_PARAMETER for a second file
 */
export async function readParts(request: FastifyRequest): Promise<Parts> {
  const { part, bytesMax } = request.routeOptions.config.upload!
  const fields = new Map<string, string>()
  const files: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = () => reject(malformed())
  const body = request.body as Buffer | undefined
  const parser = begin(request, bytesMax)
  parser.on('field', (name: string, value: string, _isNameCut: boolean, isCut: boolean) => {
    if (isCut) reject(invalidParameter(name, `must have at most ${fieldBytesMax} bytes`))
    // The parser puts this character for what it cannot decode; so does somebody who sends it.
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

function begin({ headers }: FastifyRequest, fileSize: number): BusboyInstance {
  const limits = { fileSize, fieldSize: fieldBytesMax, parts: partsMax }
  try {
    return withErrorListener(
      new Busboy({ headers: { 'content-type': headers['content-type']! }, limits }),
    )
  } catch {
    throw malformed()
  }
}

function malformed(): ApiError {
  return new ApiError('MALFORMED_BODY', `Malformed ${mediaType} request body`)
}
