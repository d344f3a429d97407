import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type {
  JobsTable,
  LeadsTable,
  ServiceProvidersTable,
  ServicesTable,
} from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'

type LeadRow = Insertable<LeadsTable>

export interface DemoJobs {
  providers: Insertable<ServiceProvidersTable>[]
  services: Insertable<ServicesTable>[]
  jobs: Insertable<JobsTable>[]
}

const day = 86_400_000

/** How long before and after today stays have jobs. */
const [daysBefore, daysAhead] = [45, 60]

const firms = [
  { name: 'Bright Rooms', email: 'work@brightrooms.example', phone_number: '+1 555 0100' },
  { name: 'Hearth & Hose', email: 'hello@hearthhose.example', phone_number: null },
]

const offers = [
  { title: 'Turnover cleaning', category: 'CLEANING', catered_to: 'HOST', price: '85', firm: 0 },
  { title: 'Greeting at the door', category: 'GREETING', catered_to: 'BOTH', price: '30', firm: 0 },
  {
    title: 'Check of the hot tub',
    category: 'MAINTENANCE',
    catered_to: 'HOST',
    price: '45',
    firm: 1,
  },
  { title: 'Airport pick-up', category: 'OTHER', catered_to: 'GUEST', price: '60', firm: null },
] as const

/** Who cleans, greets and repairs, and what there is to do around the stays of these weeks. */
export function makeJobs(
  agencyUid: string,
  leads: LeadRow[],
  chance: Chance,
  { made, now }: { made: Date; now: Date },
): DemoJobs {
  const held = (at: Date) => ({
    agency_uid: agencyUid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    created_at: at,
    updated_at: at,
  })
  const providers = firms.map(firm => ({ ...held(made), ...firm }))
  const services = offers.map(({ price, firm, ...offer }) => ({
    ...held(made),
    ...offer,
    gross_price: price,
    currency: 'USD',
    service_provider_uid: firm === null ? null : providers[firm]!.uid,
  }))
  const [cleaning, greeting, hotTub] = services as [Service, Service, Service]
  const jobs = leads
    .filter(lead => isAtHand(lead, now))
    .flatMap(lead => {
      const [arrival, departure] = [lead.check_in_local, lead.check_out_local].map(dayOf)
      const at = bookedAt(lead)
      const job = (service: Service, start: string, hours: number) => ({
        ...held(at),
        property_uid: lead.property_uid!,
        unit_uid: lead.unit_uid ?? null,
        lead_uid: lead.uid,
        service_uid: service.uid,
        service_provider_uid: service.service_provider_uid,
        start_local: start,
        end_local: later(start, hours),
        ...statusAt(start, chance, now),
      })
      return [
        job(cleaning, `${departure}T11:00:00`, 3),
        ...(chance.is(0.2) ? [job(greeting, `${arrival}T16:00:00`, 1)] : []),
        ...(chance.is(0.1) ? [job(hotTub, `${departure}T14:00:00`, 1)] : []),
      ]
    })
  return { providers, services, jobs }
}

type Service = Insertable<ServicesTable> & { service_provider_uid: string | null }

function isAtHand({ status, check_out_at }: LeadRow, now: Date): boolean {
  const ahead = ((check_out_at as Date).getTime() - now.getTime()) / day
  return status === 'BOOKED' && ahead > -daysBefore && ahead < daysAhead
}

function bookedAt(lead: LeadRow): Date {
  return (lead.booked_at ?? lead.created_at) as Date
}

const dayOf = (local: string) => local.slice(0, 10)

function later(local: string, hours: number): string {
  return Temporal.PlainDateTime.from(local).add({ hours }).toString({ smallestUnit: 'second' })
}

/** What lies behind is done; of what is to come some is yet to be answered. */
function statusAt(start: string, chance: Chance, now: Date) {
  const at = new Date(`${start}Z`)
  if (at < now) return { status: 'DONE', done_at: new Date(at.getTime() + day / 8) }
  const status = chance.weighted([
    ['NEW', 5],
    ['ACCEPTED', 4],
    ['DECLINED', 1],
  ] as const)
  return { status, done_at: null }
}
