/**
 * A thread with the wires by which a coordinator reaches its workers; the proof's own is held up
 * while it runs a command.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Wire } from '../test/processes/wire.ts'

/** How long all workers are there, and then one is away, in milliseconds. */
const [thereMs, awayMs] = [8_000, 3_000]

const nodes = workerData as { host: string; port: number }[]
const wires = nodes.map(node => new Wire(node))
for (const wire of wires) await wire.mend()
const ended = new AbortController()
let cutting = Promise.resolve(0)

parentPort!.on('message', async (what: 'begin' | 'end') => {
  if (what === 'begin') cutting = cutInTurn(ended.signal)
  else {
    ended.abort()
    parentPort!.postMessage(await cutting)
  }
})
parentPort!.postMessage(wires.map(({ port }) => port))

/** Cuts one after the other off. @returns how often */
async function cutInTurn(signal: AbortSignal): Promise<number> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => null)
  for (let cuts = 0; ; cuts++) {
    await pause(thereMs)
    if (signal.aborted) return cuts
    const wire = wires[cuts % wires.length]!
    wire.cut()
    await pause(awayMs)
    await wire.mend()
  }
}
