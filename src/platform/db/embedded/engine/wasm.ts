import { readFile } from 'node:fs/promises'
import { memoizeAsync } from '../../../concurrency/memoize-async.ts'

type Module = WebAssembly.Module

/** Declaration that is missing in the types of Node. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Module> }

/** Compiles PostgreSQL once per process. All databases and their threads share it. */
export const compiledPostgres = memoizeAsync(compile)

async function compile(): Promise<Module> {
  const file = new URL(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))
  return WebAssembly.compile(await readFile(file))
}
