import type { EventEmitter } from 'node:events'

/**
 * Returns a stream or thread whose `error` event cannot end the process. Code that reads, writes or
 * pipes it still gets the error; without a listener Node would throw an error that comes before.
 * `test/architecture.test.ts` checks that every stream of the sources is made inside a call of it.
 */
export function withErrorListener<T extends EventEmitter>(stream: T): T {
  stream.on('error', () => undefined)
  return stream
}
