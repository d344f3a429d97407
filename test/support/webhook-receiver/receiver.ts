import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { eventually } from '../eventually.ts'
import { openReceiver, type Receiver, type ReceiverOptions } from './open-receiver.ts'

export type { ReceiverResponse as ReceiverAnswer } from './open-receiver.ts'

/**
 * Self-signed certificate of https receivers, for `localhost`, `*.receiver.test` and 127.0.0.1; a
 * client has to be configured to trust this file.
 */
export const receiverCertificate = join(import.meta.dirname, '../certificates/receiver.crt.pem')

export interface TestReceiver extends Receiver {
  /** Waits until this number of requests has arrived since requests were last cleared. */
  has(count: number): Promise<void>
}

interface TestReceiverOptions extends Omit<ReceiverOptions, 'tls'> {
  https?: boolean
}

/** Starts a receiver of webhooks on a free port; it is closed with the test file. */
export async function startReceiver(options: TestReceiverOptions = {}): Promise<TestReceiver> {
  const { https = false, ...rest } = options
  const receiver = await openReceiver({ ...rest, ...(https ? { tls: readTls() } : {}) })
  after(() => receiver.close())
  const has = (count: number) => eventually(async () => receiver.received.length >= count)
  return Object.assign(receiver, { has })
}

function readTls(): { key: string; cert: string } {
  const read = (name: string) =>
    readFileSync(join(import.meta.dirname, '../certificates', name), 'utf8')
  return { key: read('receiver.key.pem'), cert: read('receiver.crt.pem') }
}
