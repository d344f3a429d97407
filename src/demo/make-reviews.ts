import type { Insertable } from 'kysely'
import { newUid } from '../platform/uid.ts'
import type { LeadsTable, ReviewsTable } from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type LeadRow = Insertable<LeadsTable>

const day = 86_400_000

const verdicts: [rating: number, title: string, content: string][] = [
  [5, 'Just right', 'Everything was as described. We slept well and will come again.'],
  [5, 'The view!', 'We sat outside until midnight. The kitchen has all one needs.'],
  [4, 'Lovely, a little chilly', 'A lovely place. The heating takes a while in the morning.'],
  [4, 'Good for families', 'The children did not want to leave. Parking is down the road.'],
  [3, 'Fine for a night', 'Clean and quiet, but smaller than the pictures.'],
]

const sources: Record<string, string> = {
  DIRECT_AIRBNB: 'AIRBNB',
  DIRECT_VRBO: 'VRBO',
  DIRECT_BOOKINGDOTCOM: 'BOOKING_DOT_COM',
}

/** What guests wrote after their stays, some of it answered. */
export function makeReviews(
  leads: LeadRow[],
  chance: Chance,
  now: Date,
): Insertable<ReviewsTable>[] {
  const stayed = leads.filter(lead => {
    return lead.status === 'BOOKED' && (lead.check_out_at as Date) < now && chance.is(0.3)
  })
  return stayed.map(lead => {
    const [rating, title, content] = chance.pick(verdicts)
    const left = (lead.check_out_at as Date).getTime()
    const at = new Date(Math.min(left + chance.whole(1, 14) * day, now.getTime()))
    const isAnswered = chance.is(0.4)
    return {
      agency_uid: lead.agency_uid,
      uid: newUid(at.getTime(), () => chance.bytes(16)),
      property_uid: lead.property_uid!,
      lead_uid: lead.uid,
      author: lead.first_name ?? 'A guest',
      title,
      content,
      rating,
      date: at.toISOString().slice(0, 10),
      source: sources[lead.source] ?? 'HOSTFULLY',
      response: isAnswered ? 'Thank you for staying with us, and for telling others.' : null,
      responded_at: isAnswered ? at : null,
      created_at: at,
      updated_at: at,
    }
  })
}
