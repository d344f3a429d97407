import { readFile } from 'node:fs/promises'
import { madeOnce } from '../../../concurrency/made-once.ts'

type Module = WebAssembly.Module

/** Node's types know what it makes, but not how. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Module> }

/** PostgreSQL, compiled once in a process: all its databases and their threads share it. */
export const compiledPostgres = madeOnce(compile)

async function compile(): Promise<Module> {
  const file = new URL(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))
  return WebAssembly.compile(await readFile(file))
}
