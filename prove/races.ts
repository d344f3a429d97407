/**
 * Many who want the same free nights at the same instant, on nights of each race's own: unlike in
 * the crowd, it is known how many have to win. Never two, and never nobody.
 */
import { actOn, createLead, type Place, type SeenLead } from './acts.ts'
import { actKeyed, createBy, type Field } from './field.ts'
import { dateOf } from './shared/ground.ts'

const runners = 8
const firstRaceNight = 100
/** Enough for the race's own nights, turnover, and the starting places of blocks that move. */
const nightsEach = 60

interface Race {
  name: string
  /** How many requests it takes. */
  attempts: number
  /** Says whether just those have won that have to. */
  run(field: Field, night: number): Promise<boolean>
}

const races: Race[] = [
  {
    name: 'creations on one unit',
    attempts: runners,
    run: async (field, night) => {
      const { chance, ground } = field
      const propertyUid = chance.pick([...ground.standAlone, ...ground.subs])
      const statuses = ['BOOKED', 'ON_HOLD', 'PENDING', 'BLOCKED']
      const won = await all(() => make(field, chance.pick(statuses), stay(propertyUid, night)))
      return count(won) === 1
    },
  },
  {
    name: 'creations on a unit type',
    attempts: runners,
    run: async (field, night) => {
      const place = stay(field.ground.unitType, night)
      const won = await all(() => make(field, 'BOOKED', place))
      const units = won.map(lead => lead?.unitUid).filter(unit => unit !== undefined)
      return units.length === 3 && new Set(units).size === 3
    },
  },
  {
    name: 'creations on a master and its subs',
    attempts: runners,
    run: async (field, night) => {
      const { master, subs } = field.ground
      const wanted = [master, ...subs]
      const won = await all(i => make(field, 'BOOKED', stay(wanted[i % wanted.length]!, night)))
      const on = won.flatMap(lead => (lead ? [lead.propertyUid] : [])).sort()
      return on.join() === master || on.join() === [...subs].sort().join()
    },
  },
  {
    name: 'inquiries that are held or booked',
    attempts: 2 * runners,
    run: async (field, night) => {
      const place = stay(field.ground.master, night)
      const leads = await all(() => make(field, 'NEW', place))
      if (!areMade(leads)) return false
      const won = await all(async i => {
        const name = i % 2 === 0 ? 'mark-as-booked' : 'put-on-hold'
        const leaves = [i % 2 === 0 ? 'BOOKED' : 'ON_HOLD']
        const { uid } = leads[i]!
        return (await actKeyed(field, { name, leaves }, uid, actOn(uid, name))).isDone
      })
      return won.filter(Boolean).length === 1
    },
  },
  {
    name: 'blocks that move to one night',
    attempts: 2 * runners,
    run: async (field, night) => {
      const [propertyUid] = field.ground.standAlone
      const leads = await all(i => make(field, 'BLOCKED', stay(propertyUid!, night + 10 + 4 * i)))
      if (!areMade(leads)) return false
      const { checkInLocalDate, checkOutLocalDate } = stay(propertyUid!, night)
      const won = await all(async i => {
        const { uid } = leads[i]!
        const act = { name: 'alteration', leaves: ['BLOCKED'] }
        const call = actOn(uid, 'alteration', { checkInLocalDate, checkOutLocalDate })
        return (await actKeyed(field, act, uid, call)).isDone
      })
      return won.filter(Boolean).length === 1
    },
  },
]

/**
 * Runs races one after the other, for a share of the attempts.
 *
 * @returns how many were run, and those with another number of winners than there have to be
 */
export async function runRaces(
  field: Field,
  attempts: number,
): Promise<{ run: number; lost: string[] }> {
  const lost: string[] = []
  let run = 0
  for (let left = attempts; left > 0; run++) {
    const race = races[run % races.length]!
    left -= race.attempts
    field.left -= race.attempts
    const night = firstRaceNight + run * nightsEach
    if (!(await race.run(field, night))) lost.push(`${race.name}, the night of ${dateOf(night)}`)
  }
  return { run, lost }
}

function all<T>(each: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: runners }, (_, i) => each(i)))
}

function stay(propertyUid: string, night: number): Place {
  const dates = { checkInLocalDate: dateOf(night), checkOutLocalDate: dateOf(night + 2) }
  return { propertyUid, ...dates }
}

function make(field: Field, status: string, place: Place): Promise<SeenLead | null> {
  const call = (tag: string) => createLead(field.ground, tag, status, place)
  return createBy(field, `create ${status}`, call, { isRacing: true })
}

function areMade(leads: (SeenLead | null)[]): leads is SeenLead[] {
  return leads.every(lead => lead !== null)
}

function count(won: (SeenLead | null)[]): number {
  return won.filter(lead => lead !== null).length
}
