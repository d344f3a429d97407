import { readFile } from 'node:fs/promises'

type Module = WebAssembly.Module

/** Node's types know what it makes, but not how. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Module> }

let compiled: Promise<Module> | null = null

/** PostgreSQL, compiled once in a process: all its databases and their threads share it. */
export function compiledPostgres(): Promise<Module> {
  compiled ??= compile()
  return compiled
}

async function compile(): Promise<Module> {
  const file = new URL(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))
  return WebAssembly.compile(await readFile(file))
}
