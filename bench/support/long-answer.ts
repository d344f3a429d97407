import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './load.ts'

const sampleEveryMs = 50
const bytesPerMb = 1_000_000

export interface LongAnswer {
  leads: number
  bytes: number
  seconds: number
  /** Resident memory of the server before the call, and the most that it rose above that. */
  rssBeforeMb: number
  rssGrowthMb: number
}

/**
 * Reads one answer to its end while the server's resident memory is watched.
 *
 * @param mbPerSecond how fast the reader takes the answer at most
 * @throws Error when the answer is cut off or is not JSON
 */
export async function readLongAnswer(
  call: Call,
  serverPid: number,
  mbPerSecond: number,
): Promise<LongAnswer> {
  await sleep(1_000)
  const before = residentBytes(serverPid)
  let most = before
  const sampler = setInterval(() => {
    most = Math.max(most, residentBytes(serverPid))
  }, sampleEveryMs)
  try {
    const started = performance.now()
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of await open(call)) {
      chunks.push(chunk)
      bytes += chunk.length
      const aheadMs = (bytes / bytesPerMb / mbPerSecond) * 1000 - (performance.now() - started)
      if (aheadMs > 1) await sleep(aheadMs)
    }
    const seconds = (performance.now() - started) / 1000
    const answer = JSON.parse(Buffer.concat(chunks).toString())
    return {
      leads: answer.data.leads.length,
      bytes,
      seconds,
      rssBeforeMb: before / bytesPerMb,
      rssGrowthMb: (most - before) / bytesPerMb,
    }
  } finally {
    clearInterval(sampler)
  }
}

async function open({ url, method, headers, body }: Call): Promise<IncomingMessage> {
  const sent = request(url, { method, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`The long answer has ${response.statusCode}`)
  return response
}

/** What a process has in memory. */
export function residentBytes(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) * 1024
}
