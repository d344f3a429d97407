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

/** Days before and after the current day whose stays have jobs. */
const [daysBefore, daysAhead] = [45, 60]

const providerTemplates = [
  { name: 'Bright Rooms', email: 'work@brightrooms.example', phone_number: '+1 555 0100' },
  { name: 'Hearth & Hose', email: 'hello@hearthhose.example', phone_number: null },
]

const serviceTemplates = [
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

/** Generates service providers, services, and jobs of stays near the current day. */
export function makeJobs(
  agencyUid: string,
  leads: LeadRow[],
  chance: Chance,
  { createdAt, now }: { createdAt: Date; now: Date },
): DemoJobs {
  const newRow = (at: Date) => ({
    agency_uid: agencyUid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    created_at: at,
    updated_at: at,
  })
  const providers = providerTemplates.map(firm => ({ ...newRow(createdAt), ...firm }))
  const services = serviceTemplates.map(({ price, firm, ...offer }) => ({
    ...newRow(createdAt),
    ...offer,
    gross_price: price,
    currency: 'USD',
    service_provider_uid: firm === null ? null : providers[firm]!.uid,
  }))
  const [cleaning, greeting, hotTub] = services as [Service, Service, Service]
  const jobs = leads
    .filter(lead => needsJobs(lead, now))
    .flatMap(lead => {
      const [arrival, departure] = [lead.check_in_local, lead.check_out_local].map(toDate)
      const at = bookedAt(lead)
      const job = (service: Service, start: string, hours: number) => ({
        ...newRow(at),
        property_uid: lead.property_uid!,
        unit_uid: lead.unit_uid ?? null,
        lead_uid: lead.uid,
        service_uid: service.uid,
        service_provider_uid: service.service_provider_uid,
        start_local: start,
        end_local: addHours(start, hours),
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

function needsJobs({ status, check_out_at }: LeadRow, now: Date): boolean {
  const daysAfter = ((check_out_at as Date).getTime() - now.getTime()) / day
  return status === 'BOOKED' && daysAfter > -daysBefore && daysAfter < daysAhead
}

function bookedAt(lead: LeadRow): Date {
  return (lead.booked_at ?? lead.created_at) as Date
}

const toDate = (local: string) => local.slice(0, 10)

function addHours(local: string, hours: number): string {
  return Temporal.PlainDateTime.from(local).add({ hours }).toString({ smallestUnit: 'second' })
}

/** Returns DONE for past jobs; some future ones have not been accepted yet. */
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
