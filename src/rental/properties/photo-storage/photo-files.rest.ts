/** Public files of uploaded photos, without an API version: contract/properties.md §6.1. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from '../../../platform/blobs/blob-store.ts'
import { fixedError, notFound, wrongEnumValue } from '../../../platform/errors.ts'
import { matchesETag } from '../../../platform/http/entity-tags.ts'
import { handleUnknown } from '../../../platform/rest/response/not-found.ts'
import { asUid } from '../../../platform/uid.ts'
import { detectFormat } from '../../../platform/web/image.ts'
import { type ScaledSide, scaledSides } from '../photos/photo.ts'
import { openPhotoFile } from './photo-file.ts'

interface PhotoRequest {
  Params: { uid: string }
  Querystring: { w?: string | string[] }
}

/** Cache-Control of a file. The content of a URL in one format never changes. */
const immutableCacheControl = 'public, max-age=31536000, immutable'

/**
 * Serves `photos/:uid` below `/files`. The query parameter `w`, the longest side in pixels, selects
 * a scaled version, which is WebP for clients that accept it.
 */
export function servePhotoFiles(app: FastifyInstance, blobs: BlobStore): void {
  handleUnknown(app, () => fixedError('ENDPOINT_NOT_FOUND'))
  const handler = async (request: FastifyRequest<PhotoRequest>, reply: FastifyReply) => {
    const side = readSide(request.query.w)
    const uid = asUid(request.params.uid)
    const format = acceptsWebp(request) ? ('webp' as const) : null
    const scaling = side === null ? null : { side, format }
    if (scaling !== null) reply.header('vary', `${reply.getHeader('vary')}, accept`)
    const file = uid === null ? null : await openPhotoFile(blobs, uid, scaling)
    if (file === null) throw notFound('PHOTO_NOT_FOUND', request.params.uid)
    const eTag = `${[side ?? 'original', scaling?.format].filter(Boolean).join('-')}-${file.size}`
    reply.headers({ etag: `"${eTag}"`, 'cache-control': immutableCacheControl })
    if (matchesETag(request.headers['if-none-match'], eTag)) {
      file.stream.destroy()
      return reply.code(304).send()
    }
    const type = `image/${detectFormat(await peekHead(file.stream))}`
    reply.headers({ 'content-type': type, 'content-length': file.size })
    return reply.send(file.stream)
  }
  app.get('/photos/:uid', { schema: { hide: true } }, handler)
}

/** Returns true if `Accept` names WebP, as browsers do; a wildcard is no sign that it is known. */
function acceptsWebp({ headers }: FastifyRequest<PhotoRequest>): boolean {
  return /\bimage\/webp\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.accept ?? '')
}

/** @throws ApiError INVALID_ENUM_VALUE for an unsupported size */
function readSide(parameter: PhotoRequest['Querystring']['w']): ScaledSide | null {
  // The last one, if repeated.
  const sideText = [parameter].flat().at(-1)
  if (!sideText) return null
  const side = scaledSides.find(side => String(side) === sideText)
  if (side === undefined) throw wrongEnumValue('w', scaledSides.map(String))
  return side
}

/** Number of bytes by which `detectFormat` recognizes a format. */
const headBytes = 12

/** Returns the first bytes of a stream without consuming them; fewer if the stream is shorter. */
async function peekHead(stream: Readable): Promise<Buffer> {
  await once(stream, 'readable')
  const head: Buffer = stream.read(headBytes) ?? stream.read() ?? Buffer.alloc(0)
  stream.unshift(head)
  return head
}
