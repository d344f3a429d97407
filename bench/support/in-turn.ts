import type { Call, Figures } from './load.ts'
import { send } from './servers.ts'

/** One request after the other, each behind something that is done before it and not timed. */
export async function askInTurn(
  call: Call,
  before: () => Promise<unknown>,
  seconds: number,
): Promise<Figures> {
  const latencies: number[] = []
  const bytes: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end || latencies.length === 0) {
    await before()
    const started = performance.now()
    const text = await send(call)
    latencies.push(performance.now() - started)
    bytes.push(Buffer.byteLength(text))
  }
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  const answers = sorted.length
  return {
    answers,
    perSecond: (answers * 1000) / sorted.reduce((sum, one) => sum + one, 0),
    ...{ p50: at(0.5), p99: at(0.99) },
    ...{ bytesMin: Math.min(...bytes), bytesMax: Math.max(...bytes) },
    answered: { 200: answers },
  }
}
