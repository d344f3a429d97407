import { workContext } from '../src/process/start-work.ts'
import { Postman } from '../src/rental/inbox/sendings/postman.ts'
import type { TestServer } from './server.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} } as never

/** Sends all messages that are due. */
export async function sendMessages(server: TestServer): Promise<void> {
  await new Postman(workContext(server, log)).drain()
}
