/**
 * Thread with the proxies through which a coordinator reaches its workers. The thread of the proof
 * is blocked while it runs a command.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openFaultProxy } from '../../test/support/external-services/fault-proxy.ts'
import { findFrozenNode } from './frozen-node.ts'

/** Duration for which all workers are available, and then for which one is not. */
const [availableMs, unavailableMs] = [8_000, 3_000]

const { url, nodes } = workerData as { url: string; nodes: { host: string; port: number }[] }
const proxies = await Promise.all(nodes.map(openFaultProxy))
const stopped = new AbortController()
const frozen = await Promise.all(nodes.map(node => findFrozenNode(url, node)))
let cuts = 0
let freezes = 0
let faults = Promise.resolve()

const commands = {
  start: () => {
    faults = injectFaults(stopped.signal)
  },
  disconnect: () => proxies[cuts++ % proxies.length]!.close(),
  reconnect: () => proxies[(cuts - 1) % proxies.length]!.open(),
  stop: async () => {
    stopped.abort()
    await faults
    for (const node of frozen) node?.thaw()
  },
}

export type ProxyCommand = keyof typeof commands

// The reply follows the execution: how often a worker was disconnected and frozen so far.
parentPort!.on('message', async (command: ProxyCommand) => {
  await commands[command]()
  parentPort!.postMessage({ cuts, freezes })
})
parentPort!.postMessage(proxies.map(({ port }) => port))

/** Disconnects the workers in rotation, and freezes those that are on this machine. */
async function injectFaults(signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => null)
  for (;;) {
    await pause(availableMs)
    if (signal.aborted) return
    void commands.disconnect()
    await pause(unavailableMs)
    await commands.reconnect()
    const node = frozen[freezes % frozen.length]
    if (!node) continue
    await pause(availableMs)
    if (signal.aborted) return
    freezes += 1
    node.freeze()
    await pause(unavailableMs)
    node.thaw()
  }
}
