import type { FastifyReply, FastifyRequest } from 'fastify'
import { FileReply, type Reply, StreamReply } from '../route.ts'
import { attachmentNamed } from './content-disposition.ts'
import { errorType } from './send-error.ts'
import { setHeaders } from './warnings.ts'

/** Sends the reply of a handler, or the stored reply of an idempotency key. */
export function send(request: FastifyRequest, reply: FastifyReply, response: Reply): FastifyReply {
  const { status, body, headers } = response
  reply.code(status)
  setHeaders(reply, headers)
  if (response instanceof StreamReply) return sendStream(request, reply, response)
  if (response instanceof FileReply) return sendFile(request, reply, response)
  if (status >= 400) return reply.type(errorType(request)).serializer(JSON.stringify).send(body)
  if (body === undefined) return reply.send()
  return reply.type('application/json').send(body)
}

/** Sends a stream and closes the connection after it. */
function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, body }: StreamReply,
): FastifyReply {
  reply.headers({ 'content-type': mediaType, connection: 'close', 'x-accel-buffering': 'no' })
  if (request.method !== 'HEAD') return reply.send(body)
  body.destroy()
  return reply.send()
}

function sendFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { file: { name, mediaType, size }, body }: FileReply,
): FastifyReply {
  reply.headers({
    'content-type': mediaType,
    'content-length': size,
    'content-disposition': attachmentNamed(name),
  })
  if (method !== 'HEAD') return reply.send(body)
  body.destroy()
  return reply.send()
}
