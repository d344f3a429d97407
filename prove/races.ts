/**
 * Races: concurrent requests for the same free nights, which no other client requests, so the
 * number of winners is known.
 */
import { actionCall, createLead, type ObservedLead, type RequestedStay } from './lead-actions.ts'
import { createWith, performKeyed, type RunContext } from './run-context.ts'
import { dateOf } from './shared/fixture.ts'

const competitors = 8
const firstRaceNight = 100
/** Nights reserved for a race: the contested ones, turnover, and the first nights of blocks. */
const nightsPerRace = 60

interface Race {
  name: string
  /** Number of requests. */
  attempts: number
  /** Runs the race, and returns whether it has the right winners. */
  run(context: RunContext, night: number): Promise<boolean>
}

const races: Race[] = [
  {
    name: 'creations on one unit',
    attempts: competitors,
    run: async (context, night) => {
      const { chance, fixture } = context
      const propertyUid = chance.pick([...fixture.standAlone, ...fixture.subs])
      const statuses = ['BOOKED', 'ON_HOLD', 'PENDING', 'BLOCKED']
      const won = await concurrently(() =>
        createLeadInRace(context, chance.pick(statuses), stay(propertyUid, night)),
      )
      return countWinners(won) === 1
    },
  },
  {
    name: 'creations on a unit type',
    attempts: competitors,
    run: async (context, night) => {
      const requested = stay(context.fixture.unitType, night)
      const won = await concurrently(() => createLeadInRace(context, 'BOOKED', requested))
      const units = won.map(lead => lead?.unitUid).filter(unit => unit !== undefined)
      return units.length === 3 && new Set(units).size === 3
    },
  },
  {
    name: 'creations on a master and its subs',
    attempts: competitors,
    run: async (context, night) => {
      const { master, subs } = context.fixture
      const propertyUids = [master, ...subs]
      const won = await concurrently(i =>
        createLeadInRace(context, 'BOOKED', stay(propertyUids[i % propertyUids.length]!, night)),
      )
      const bookedUids = won.flatMap(lead => (lead ? [lead.propertyUid] : [])).sort()
      return bookedUids.join() === master || bookedUids.join() === [...subs].sort().join()
    },
  },
  {
    name: 'inquiries that are held or booked',
    attempts: 2 * competitors,
    run: async (context, night) => {
      const requested = stay(context.fixture.master, night)
      const leads = await concurrently(() => createLeadInRace(context, 'NEW', requested))
      if (!areCreated(leads)) return false
      const won = await concurrently(async i => {
        const name = i % 2 === 0 ? 'mark-as-booked' : 'put-on-hold'
        const to = [i % 2 === 0 ? 'BOOKED' : 'ON_HOLD']
        const { uid } = leads[i]!
        return (await performKeyed(context, { name, to }, uid, actionCall(uid, name))).isDone
      })
      return won.filter(Boolean).length === 1
    },
  },
  {
    name: 'blocks that move to one night',
    attempts: 2 * competitors,
    run: async (context, night) => {
      const [propertyUid] = context.fixture.standAlone
      const leads = await concurrently(i =>
        createLeadInRace(context, 'BLOCKED', stay(propertyUid!, night + 10 + 4 * i)),
      )
      if (!areCreated(leads)) return false
      const { checkInLocalDate, checkOutLocalDate } = stay(propertyUid!, night)
      const won = await concurrently(async i => {
        const { uid } = leads[i]!
        const action = { name: 'alteration', to: ['BLOCKED'] }
        const call = actionCall(uid, 'alteration', { checkInLocalDate, checkOutLocalDate })
        return (await performKeyed(context, action, uid, call)).isDone
      })
      return won.filter(Boolean).length === 1
    },
  },
]

/**
 * Runs races sequentially until their requests reach the number of attempts.
 *
 * @returns the number of races, and those with a wrong number of winners
 */
export async function runRaces(
  context: RunContext,
  attempts: number,
): Promise<{ run: number; lost: string[] }> {
  const lost: string[] = []
  let run = 0
  for (let remaining = attempts; remaining > 0; run++) {
    const race = races[run % races.length]!
    remaining -= race.attempts
    context.remaining -= race.attempts
    const night = firstRaceNight + run * nightsPerRace
    if (!(await race.run(context, night))) lost.push(`${race.name}, the night of ${dateOf(night)}`)
  }
  return { run, lost }
}

function concurrently<T>(run: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: competitors }, (_, i) => run(i)))
}

function stay(propertyUid: string, night: number): RequestedStay {
  const dates = { checkInLocalDate: dateOf(night), checkOutLocalDate: dateOf(night + 2) }
  return { propertyUid, ...dates }
}

function createLeadInRace(
  context: RunContext,
  status: string,
  requested: RequestedStay,
): Promise<ObservedLead | null> {
  const call = (tag: string) => createLead(context.fixture, tag, status, requested)
  return createWith(context, `create ${status}`, call, { isRacing: true })
}

function areCreated(leads: (ObservedLead | null)[]): leads is ObservedLead[] {
  return leads.every(lead => lead !== null)
}

function countWinners(won: (ObservedLead | null)[]): number {
  return won.filter(lead => lead !== null).length
}
