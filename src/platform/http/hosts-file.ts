import type { LookupAddress } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'

const systemPath =
  platform() === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32\\drivers\\etc\\hosts')
    : '/etc/hosts'
/** Age in milliseconds after which the file is read again. */
const refreshMs = 10_000

/** Returns a lookup in the hosts file; undefined for names that are not in it. */
export function hostsFile(
  read: () => string = () => readFileSync(systemPath, 'utf8'),
): (name: string) => LookupAddress[] | undefined {
  let hosts = new Map<string, LookupAddress[]>()
  let readAt = -Infinity
  return name => {
    if (performance.now() - readAt > refreshMs) {
      readAt = performance.now()
      hosts = parseHosts(readOrEmpty(read))
    }
    return hosts.get(name)
  }
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
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
