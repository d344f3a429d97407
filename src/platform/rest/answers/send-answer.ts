import type { FastifyReply, FastifyRequest } from 'fastify'
import { FileReply, type Reply, StreamReply } from '../route.ts'
import { attachmentNamed } from './content-disposition.ts'
import { errorType } from './send-error.ts'
import { setHeaders } from './warnings.ts'

/** Sends what a handler, or the key of a request, gave as the answer. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply {
  const { status, body, headers } = answer
  reply.code(status)
  setHeaders(reply, headers)
  if (answer instanceof StreamReply) return sendStream(request, reply, answer)
  if (answer instanceof FileReply) return sendFile(request, reply, answer)
  if (status >= 400) return reply.type(errorType(request)).serializer(JSON.stringify).send(body)
  if (body === undefined) return reply.send()
  return reply.type('application/json').send(body)
}

/** What is streamed ends with its connection, which is of no use for another request. */
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
