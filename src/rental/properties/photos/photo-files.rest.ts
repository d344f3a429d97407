/** Uploaded photos for everybody, outside the versions: contract/properties.md §6.1. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from '../../../platform/blobs/blob-store.ts'
import { fixedError, notFound, wrongEnumValue } from '../../../platform/errors.ts'
import { holdsTag } from '../../../platform/http/entity-tags.ts'
import { formatOf } from '../../../platform/image.ts'
import { refuseUnknown } from '../../../platform/rest/answers/not-found.ts'
import { asUid } from '../../../platform/uid.ts'
import { type ScaledSide, scaledSides } from './photo.ts'
import { openPhotoFile } from './photo-file.ts'

interface PhotoRequest {
  Params: { uid: string }
  Querystring: { w?: string | string[] }
}

/** What an address leads to never changes, so it may be kept for as long as HTTP allows. */
const forEver = 'public, max-age=31536000, immutable'

/** Serves `photos/:uid` below the scope's prefix, with `w` a smaller picture. */
export function servePhotoFiles(scope: FastifyInstance, blobs: BlobStore): void {
  refuseUnknown(scope, () => fixedError('ENDPOINT_NOT_FOUND'))
  const handler = async (request: FastifyRequest<PhotoRequest>, reply: FastifyReply) => {
    const side = readSide(request.query.w)
    const uid = asUid(request.params.uid)
    const file = uid === null ? null : await openPhotoFile(blobs, uid, side)
    if (file === null) throw notFound('PHOTO_NOT_FOUND', request.params.uid)
    const tag = `${side ?? 'original'}-${file.size}`
    reply.headers({ etag: `"${tag}"`, 'cache-control': forEver })
    if (holdsTag(request.headers['if-none-match'], tag)) {
      file.stream.destroy()
      return reply.code(304).send()
    }
    const format = formatOf(await headOf(file.stream))
    reply.headers({ 'content-type': `image/${format}`, 'content-length': file.size })
    return reply.send(file.stream)
  }
  scope.get('/photos/:uid', { schema: { hide: true } }, handler)
}

/** @throws ApiError INVALID_ENUM_VALUE for a width that photos are not made in */
function readSide(given: string | string[] | undefined): ScaledSide | null {
  const text = [given].flat().at(-1)
  if (!text) return null
  const side = scaledSides.find(side => String(side) === text)
  if (side === undefined) throw wrongEnumValue('w', scaledSides.map(String))
  return side
}

/** The first bytes of a stream, which stay in it. */
async function headOf(stream: Readable): Promise<Buffer> {
  await once(stream, 'readable')
  const head: Buffer = stream.read(12) ?? stream.read() ?? Buffer.alloc(0)
  stream.unshift(head)
  return head
}
