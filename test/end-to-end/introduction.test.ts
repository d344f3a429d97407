/** Runs the webhook receiver of docs/introduction.md, the introduction of `/docs`. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { freePort, ready, start } from '../support/processes.ts'
import { temporaryFolder, withCleanup } from '../support/temporary.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/introduction.md'), 'utf8')
const receiver = /^```js\n([\s\S]+?)^```$/m.exec(page)![1]!

const key = randomBytes(32)
const secret = `whsec_${key.toString('base64')}`
const body = JSON.stringify({ event_type: 'NEW_BOOKING', lead_uid: 'grün' })

interface Sent {
  id: string
  /** Age of the timestamp. */
  secondsAgo?: number
  signedBody?: string
}

/** Returns the headers of a webhook request, signed with the secret of the receiver. */
function signedHeaders({ id, secondsAgo = 0, signedBody = body }: Sent): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo)
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${signedBody}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    // An entry of another secret and one of an unknown scheme come first.
    'webhook-signature': `v1,${randomBytes(32).toString('base64')} v1a,AAAA v1,${mac}`,
  }
}

describe('the receiver of docs/introduction.md', () => {
  it('accepts each signed event once, and rejects everything else', async () => {
    await withCleanup(async cleanup => {
      const file = join(await temporaryFolder(cleanup), 'receiver.mjs')
      await writeFile(file, receiver)
      const port = await freePort()
      const otherSecret = `whsec_${randomBytes(32).toString('base64')}`
      const env = { WEBHOOK_SECRETS: `${otherSecret} ${secret}`, PORT: String(port) }
      const child = start(cleanup, process.execPath, [file], { env })
      const send = async (headers: Record<string, string>) => {
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
        return response.status
      }
      assert.equal(await ready('The receiver', child, () => send({})), 401)
      const id = randomUUID()
      assert.equal(await send(signedHeaders({ id, secondsAgo: 301 })), 401)
      assert.equal(await send(signedHeaders({ id, signedBody: `${body} ` })), 401)
      assert.equal(await send(signedHeaders({ id })), 204)
      assert.equal(await send(signedHeaders({ id })), 204)
      assert.equal(child.output().split(id).length - 1, 1)
      assert.match(child.output(), /lead_uid: 'grün'/)
    })
  })
})
