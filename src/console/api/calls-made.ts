/** What the page has asked of the interface: help shows it as commands. */

export interface Call {
  method: string
  path: string
  body?: unknown
}

const callsMax = 20

let calls: readonly Call[] = []
const listeners = new Set<() => void>()

/** Remembers a call, each once; the latest come first. */
export function noteCall(call: Call): void {
  const others = calls.filter(({ method, path }) => method !== call.method || path !== call.path)
  calls = [call, ...others].slice(0, callsMax)
  for (const listener of listeners) listener()
}

export function forgetCalls(): void {
  calls = []
}

export function callsMade(): readonly Call[] {
  return calls
}

export function onCall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The call as a command, with a key in place of the session. */
export function asCurl({ method, path, body }: Call, origin: string): string {
  const parts = [`curl '${origin}${path}'`, `-H "X-HOSTFULLY-APIKEY: $API_KEY"`]
  if (method !== 'GET') parts.splice(1, 0, `-X ${method}`)
  if (body !== undefined) {
    parts.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  }
  return parts.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
