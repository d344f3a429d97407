import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './load.ts'

const sampleIntervalMs = 50
const bytesPerMb = 1_000_000

export interface LargeResponse {
  leads: number
  bytes: number
  seconds: number
  /** Resident memory of the server before the call, and its maximum growth. */
  rssBeforeMb: number
  rssGrowthMb: number
}

/**
 * Reads a response completely, and samples the server's resident memory meanwhile.
 *
 * @param mbPerSecond maximum speed of the reader
 * @throws Error if the response is truncated or is not JSON
 */
export async function readLargeResponse(
  call: Call,
  serverPid: number,
  mbPerSecond: number,
): Promise<LargeResponse> {
  await sleep(1_000)
  const before = residentBytes(serverPid)
  let max = before
  const sampler = setInterval(() => {
    max = Math.max(max, residentBytes(serverPid))
  }, sampleIntervalMs)
  try {
    const started = performance.now()
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of await open(call)) {
      chunks.push(chunk)
      bytes += chunk.length
      const delayMs = (bytes / bytesPerMb / mbPerSecond) * 1000 - (performance.now() - started)
      if (delayMs > 1) await sleep(delayMs)
    }
    const seconds = (performance.now() - started) / 1000
    const response = JSON.parse(Buffer.concat(chunks).toString())
    return {
      leads: response.data.leads.length,
      bytes,
      seconds,
      rssBeforeMb: before / bytesPerMb,
      rssGrowthMb: (max - before) / bytesPerMb,
    }
  } finally {
    clearInterval(sampler)
  }
}

async function open({ url, method, headers, body }: Call): Promise<IncomingMessage> {
  const sent = request(url, { method, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200)
    throw new Error(`The large response has status ${response.statusCode}`)
  return response
}

export function residentBytes(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1]) * 1024
}
