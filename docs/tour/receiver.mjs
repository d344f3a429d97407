// A minimal webhook receiver: verifies signatures with the secrets of a file, responds at once, and
// prints each event.
//
//   node docs/tour/receiver.mjs <port> <file of secrets, one per line>
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, secretsFile] = process.argv.slice(2)
/** Maximum age of a request, against replay attacks. */
const toleranceSeconds = 300
/** Ids of processed events: an event can arrive more than once. */
const known = new Set()

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = request.headers
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < toleranceSeconds
  if (!isFresh || !isSigned(`${id}.${timestamp}.${body}`, request.headers['webhook-signature'])) {
    response.writeHead(401).end()
    return
  }
  response.writeHead(204).end()
  if (known.has(id)) return
  known.add(id)
  const { event_type, ...rest } = JSON.parse(body)
  console.log(event_type, JSON.stringify(rest))
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))

/** Returns whether the header has a valid signature of the text by one of the secrets. */
function isSigned(text, header = '') {
  const given = header.split(' ').map(one => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
  const secrets = readFileSync(secretsFile, 'utf8').split('\n').filter(Boolean)
  return secrets.some(secret => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const mac = createHmac('sha256', key).update(text).digest()
    return given.some(one => one.length === mac.length && timingSafeEqual(one, mac))
  })
}
