import type { LookupAddress } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'

const path =
  platform() === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32\\drivers\\etc\\hosts')
    : '/etc/hosts'
const readAgainMs = 10_000

/** Looks names up in the hosts file, which name servers do not know; undefined: not there. */
export function hostsFile(
  read: () => string = () => readFileSync(path, 'utf8'),
): (name: string) => LookupAddress[] | undefined {
  let hosts = new Map<string, LookupAddress[]>()
  let readAt = -Infinity
  return name => {
    if (performance.now() - readAt > readAgainMs) {
      readAt = performance.now()
      hosts = parsed(textOf(read))
    }
    return hosts.get(name)
  }
}

function textOf(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function parsed(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names) {
      const key = name.toLowerCase()
      hosts.set(key, [...(hosts.get(key) ?? []), { address, family }])
    }
  }
  return hosts
}
