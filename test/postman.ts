import { Postman } from '../src/rental/sendings/postman.ts'
import { workContext } from '../src/start-work.ts'
import type { TestServer } from './server.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} } as never

/** Sends all messages that are due. */
export async function sendMessages(server: TestServer): Promise<void> {
  await new Postman(workContext(server, log)).drain()
}
