/**
 * A thread with the wires by which a coordinator reaches its workers; the proof's own is held up
 * while it runs a command.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Wire } from '../test/processes/wire.ts'
import { findFrozenNode } from './nodes/frozen-node.ts'

/** How long all workers are there, and then one is away, in milliseconds. */
const [thereMs, awayMs] = [8_000, 3_000]

const { url, nodes } = workerData as { url: string; nodes: { host: string; port: number }[] }
const wires = nodes.map(node => new Wire(node))
for (const wire of wires) await wire.mend()
const ended = new AbortController()
const frozen = await Promise.all(nodes.map(node => findFrozenNode(url, node)))
let cuts = 0
let freezes = 0
let isCutting = Promise.resolve()

const commands = {
  begin: () => {
    isCutting = cutInTurn(ended.signal)
  },
  cut: () => wires[cuts++ % wires.length]!.cut(),
  mend: () => wires[(cuts - 1) % wires.length]!.mend(),
  end: async () => {
    ended.abort()
    await isCutting
    for (const node of frozen) node?.thaw()
  },
}

export type WireCommand = keyof typeof commands

// Each is answered when it is done, with how often a worker was cut off and frozen so far.
parentPort!.on('message', async (what: WireCommand) => {
  await commands[what]()
  parentPort!.postMessage({ cuts, freezes })
})
parentPort!.postMessage(wires.map(({ port }) => port))

/** Cuts one after the other off, and freezes one after the other that is on this machine. */
async function cutInTurn(signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => null)
  for (;;) {
    await pause(thereMs)
    if (signal.aborted) return
    commands.cut()
    await pause(awayMs)
    await commands.mend()
    const node = frozen[freezes % frozen.length]
    if (!node) continue
    await pause(thereMs)
    if (signal.aborted) return
    freezes += 1
    node.freeze()
    await pause(awayMs)
    node.thaw()
  }
}
