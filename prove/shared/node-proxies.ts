/**
 * Thread with the proxies through which a coordinator reaches its workers. The thread of the proof
 * is blocked while it runs a command.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openFaultProxy } from '../../test/support/outside/fault-proxy.ts'
import { findFrozenNode } from './frozen-node.ts'

/** Times for which all workers are available, and then one is not, in milliseconds. */
const [thereMs, awayMs] = [8_000, 3_000]

const { url, nodes } = workerData as { url: string; nodes: { host: string; port: number }[] }
const proxies = await Promise.all(nodes.map(openFaultProxy))
const ended = new AbortController()
const frozen = await Promise.all(nodes.map(node => findFrozenNode(url, node)))
let cuts = 0
let freezes = 0
let isCutting = Promise.resolve()

const commands = {
  begin: () => {
    isCutting = cutInTurn(ended.signal)
  },
  cut: () => proxies[cuts++ % proxies.length]!.close(),
  mend: () => proxies[(cuts - 1) % proxies.length]!.open(),
  end: async () => {
    ended.abort()
    await isCutting
    for (const node of frozen) node?.thaw()
  },
}

export type ProxyCommand = keyof typeof commands

// Each is answered when it is done, with how often a worker was cut off and frozen so far.
parentPort!.on('message', async (what: ProxyCommand) => {
  await commands[what]()
  parentPort!.postMessage({ cuts, freezes })
})
parentPort!.postMessage(proxies.map(({ port }) => port))

/** Cuts one after the other off, and freezes one after the other that is on this machine. */
async function cutInTurn(signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => null)
  for (;;) {
    await pause(thereMs)
    if (signal.aborted) return
    void commands.cut()
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
