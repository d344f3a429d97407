/**
 * What a process of the proof has before its first line of code: a wall clock that is wrong by
 * `PROVE_CLOCK_AHEAD_MS`, by as much in the other direction after each SIGUSR2, and a name server
 * of one's own, `PROVE_NAME_SERVER`.
 */
import { Resolver } from 'node:dns/promises'

const RealDate = Date
const realNow = Date.now
let aheadMs = Number(process.env.PROVE_CLOCK_AHEAD_MS ?? 0)

Date.now = () => realNow() + aheadMs
globalThis.Date = new Proxy(RealDate, {
  construct: (_, values, of) =>
    Reflect.construct(RealDate, values.length === 0 ? [Date.now()] : values, of),
  apply: () => new RealDate(Date.now()).toString(),
})
process.on('SIGUSR2', () => {
  aheadMs = -aheadMs
})

const nameServer = process.env.PROVE_NAME_SERVER
const told = new WeakSet<Resolver>()
for (const method of ['resolve4', 'resolve6'] as const) {
  const original = Resolver.prototype[method] as (...args: unknown[]) => Promise<unknown>
  Object.assign(Resolver.prototype, {
    [method](this: Resolver, ...args: unknown[]) {
      if (nameServer && !told.has(this)) this.setServers([nameServer])
      told.add(this)
      return original.apply(this, args)
    },
  })
}
