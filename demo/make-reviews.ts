import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import { ratingCategories } from '../src/rental/operations/reviews/review.ts'
import type { LeadsTable, ReviewsTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'

type LeadRow = Insertable<LeadsTable>

const day = 86_400_000

type Verdict = [rating: number, title: string, content: string]

const verdicts: Verdict[] = [
  [5, 'Just right', 'Everything was as described. We slept well and will come again.'],
  [5, 'The view!', 'We sat outside until midnight. The kitchen has all one needs.'],
  [5, 'Like visiting a friend', 'There was bread, wine and a note about the best swimming spot.'],
  [5, 'Better than the pictures', 'The light in the morning is what no picture shows.'],
  [5, 'Third time', 'We keep coming back, and each time something small got better.'],
  [5, 'Perfect for writing', 'Quiet, a good desk, a good bed. I finished two chapters.'],
  [4, 'Lovely, a little chilly', 'A lovely place. The heating takes a while in the morning.'],
  [4, 'Good for families', 'The children did not want to leave. Parking is down the road.'],
  [4, 'Great location', 'All is close by. On Friday we heard the bar across the street.'],
  [4, 'Very clean', 'Spotless, and the beds are superb. The sofa has seen better days.'],
  [4, 'Nearly perfect', 'One more pan and a sharper knife, and I would move in.'],
  [3, 'Fine for a night', 'Clean and quiet, but smaller than the pictures.'],
  [3, 'Stairs!', 'Nice rooms, but with two suitcases the stairs are a sport.'],
  [2, 'Not our week', 'The hot water failed twice. The agency was kind and gave a refund.'],
]

const closings = [
  '',
  '',
  ' The agency answered within minutes.',
  ' The way in was easy to find, even at night.',
  ' Next time we stay longer.',
]

const replies: Record<'kind' | 'sorry', string[]> = {
  kind: [
    'Thank you for staying with us, and for telling others.',
    'You are welcome any time. The swimming spot keeps its secret.',
    'What a pleasure to read. Safe travels, and until next time!',
  ],
  sorry: [
    'Thank you for being honest. We have looked at it and it is mended now.',
    'We are sorry that it was not all it should have been, and thankful for the hint.',
  ],
}

/** Returns category ratings near the overall rating, as JSON. */
function makeRatings(rating: number, chance: Chance): string {
  const rates = ratingCategories.map(category => {
    const rate = Math.min(5, Math.max(1, rating + chance.pick([-1, 0, 0, 0, 1])))
    return { category, rate }
  })
  return JSON.stringify(rates)
}

const sources: Record<string, string> = {
  DIRECT_AIRBNB: 'AIRBNB',
  DIRECT_VRBO: 'VRBO',
  DIRECT_BOOKINGDOTCOM: 'BOOKING_DOT_COM',
}

/** Generates reviews of past stays, some of them with a reply. */
export function makeReviews(
  leads: LeadRow[],
  chance: Chance,
  now: Date,
): Insertable<ReviewsTable>[] {
  const stayed = leads.filter(lead => {
    return lead.status === 'BOOKED' && (lead.check_out_at as Date) < now && chance.is(0.3)
  })
  return stayed.map(lead => {
    const [rating, title, content] = chance.weighted(
      verdicts.map(verdict => [verdict, verdict[0] ** 2]),
    )
    const departedAt = (lead.check_out_at as Date).getTime()
    const at = new Date(Math.min(departedAt + chance.integer(1, 14) * day, now.getTime()))
    const hasReply = chance.is(0.5)
    const reply = chance.pick(replies[rating >= 4 ? 'kind' : 'sorry'])
    return {
      agency_uid: lead.agency_uid,
      uid: newUid(at.getTime(), () => chance.bytes(16)),
      property_uid: lead.property_uid!,
      lead_uid: lead.uid,
      author: lead.first_name ?? 'A guest',
      title,
      content: content + chance.pick(closings),
      rating_categories: makeRatings(rating, chance),
      private_feedback: chance.is(0.1) ? 'The lamp in the hall flickers.' : null,
      rating,
      date: at.toISOString().slice(0, 10),
      source: sources[lead.source] ?? 'HOSTFULLY',
      response: hasReply ? reply : null,
      responded_at: hasReply ? at : null,
      created_at: at,
      updated_at: at,
    }
  })
}
