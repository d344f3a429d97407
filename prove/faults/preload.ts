/**
 * Module that a server of the proof loads first: it sets its wall clock off by
 * `PROVE_CLOCK_AHEAD_MS`, the sign of which each SIGUSR2 inverts, and uses the name server
 * `PROVE_NAME_SERVER`.
 */
import { Resolver } from 'node:dns/promises'

const RealDate = Date
const realNow = Date.now
let offsetMs = Number(process.env.PROVE_CLOCK_AHEAD_MS ?? 0)

Date.now = () => realNow() + offsetMs
globalThis.Date = new Proxy(RealDate, {
  construct: (_, values, newTarget) =>
    Reflect.construct(RealDate, values.length === 0 ? [Date.now()] : values, newTarget),
  apply: () => new RealDate(Date.now()).toString(),
})
process.on('SIGUSR2', () => {
  offsetMs = -offsetMs
})

const nameServer = process.env.PROVE_NAME_SERVER
const configured = new WeakSet<Resolver>()
for (const method of ['resolve4', 'resolve6'] as const) {
  const original = Resolver.prototype[method] as (...args: unknown[]) => Promise<unknown>
  Object.assign(Resolver.prototype, {
    [method](this: Resolver, ...args: unknown[]) {
      if (nameServer && !configured.has(this)) this.setServers([nameServer])
      configured.add(this)
      return original.apply(this, args)
    },
  })
}
