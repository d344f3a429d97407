/** Quotes, and what becomes of them. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useWrite } from '../api/use-write.ts'
import { undoBy } from '../kit/toasts/toasts.ts'
import { newKey } from '../plain-http.ts'
import { rangeText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'
import { guestBody, leadBody, quoteBody, type Wanted } from './wanted.ts'

/** The price of a stay; stores nothing. */
export function useQuote(wanted: Wanted) {
  const body = quoteBody(wanted)
  return useQuery({
    queryKey: ['quote', body],
    enabled: body !== null,
    staleTime: 0,
    // The price before stays, paler, until the next one is there.
    placeholderData: body === null ? undefined : keepPreviousData,
    queryFn: async ({ signal }) => (await call('POST /quotes', { body: body!, signal })).quote,
  })
}

export interface Ordered {
  wanted: Wanted
  /** What was shown of the stay without services, to the cent. */
  total: number | null
  /** The rules of the property shall not bind. */
  isOverruling: boolean
}

/** What became of it: a lead, and whether it waits for a word about its price. */
export interface Outcome {
  leadUid: string
  isHeld: boolean
}

/**
 * Makes a quote, a hold or a booking. A booking is held first, as a sealed quote, and booked when
 * its price is the one that was shown: docs/decisions/0010-quote-holds.md.
 */
export function useOrdering(sealed: (leadUid: string) => void, done: (outcome: Outcome) => void) {
  const { agency } = useSession()
  const client = useQueryClient()
  const { words, locale } = useSpoken()
  const act = async ({ wanted, total, isOverruling }: Ordered, key: string): Promise<Outcome> => {
    if (wanted.kind === 'quote' || isOverruling) {
      const body = leadBody(wanted, agency.uid, wanted.kind === 'quote' ? 'NEW' : 'ON_HOLD')
      const { lead } = await call('POST /leads', { body, key })
      await addServices(lead.uid, wanted, key)
      return { leadUid: lead.uid, isHeld: wanted.kind !== 'quote' }
    }
    const { quote } = await call('POST /quotes', { body: sealedBody(wanted), key })
    const leadUid = quote.hold!.leadUid
    if (wanted.notes.trim() !== '') {
      const body = { notes: wanted.notes.trim() }
      await call('PATCH /leads/{uid}', { path: { uid: leadUid }, body, key: `${key}-2` })
    }
    sealed(leadUid)
    await addServices(leadUid, wanted, key)
    if (wanted.kind === 'hold' || quote.totalAmount !== total) return { leadUid, isHeld: true }
    const path = { uid: leadUid }
    await call('POST /leads/{uid}/mark-as-booked', { path, body: {}, key: `${key}-3` })
    return { leadUid, isHeld: false }
  }
  const finish = (outcome: Outcome) => {
    for (const queryKey of [['leads'], ['today'], ['lead', outcome.leadUid]]) {
      void client.invalidateQueries({ queryKey })
    }
    done(outcome)
  }
  return useWrite(act, finish, ({ leadUid, isHeld }, { wanted }) => {
    const name = [wanted.firstName, wanted.lastName].filter(part => part).join(' ')
    const stay = `${name || words.lead.noName}, ${rangeText(wanted.from, wanted.to, locale)}`
    if (!isHeld) {
      const isQuote = wanted.kind === 'quote'
      return {
        text: toasts => (isQuote ? toasts.quoted(stay) : toasts.acts['mark-as-booked'](stay)),
      }
    }
    const undo = async () => {
      const path = { uid: leadUid }
      await call('POST /leads/{uid}/close', { path, body: {}, key: newKey() })
      for (const queryKey of [['leads'], ['today'], ['lead', leadUid]]) {
        void client.invalidateQueries({ queryKey })
      }
    }
    return { text: toasts => toasts.acts['put-on-hold'](stay), actions: [undoBy(undo)] }
  })
}

async function addServices(leadUid: string, { services }: Wanted, key: string): Promise<void> {
  if (services.length === 0) return
  const { orders } = await call('GET /orders', { query: { leadUid } })
  const path = { orderUid: orders[0]!.uid }
  for (const serviceUid of services) {
    const body = { serviceUid, quantity: 1 }
    const given = { path, body, key: `${key}-${serviceUid}` }
    await call('POST /orders/{orderUid}/order-services', given)
  }
}

function sealedBody(wanted: Wanted) {
  const guestInformation = guestBody(wanted)
  const minutes = wanted.kind === 'hold' ? Number(wanted.minutes) : 0
  return {
    ...quoteBody(wanted)!,
    hold: true,
    ...(minutes > 0 ? { holdMinutes: minutes } : {}),
    ...(Object.keys(guestInformation).length > 0 ? { guestInformation } : {}),
  }
}

const lettersMin = 3

/** Guests by a part of their name, e-mail address or phone number. */
export function useKnownGuests(text: string) {
  const { agency } = useSession()
  const query = text.trim()
  const { data } = useQuery({
    queryKey: ['guests', agency.uid, query],
    enabled: query.length >= lettersMin,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = { agencyUid: agency.uid, query, _limit: 5 }
      return (await call('GET /guests', { query: asked, signal })).guests
    },
  })
  return query.length >= lettersMin ? (data ?? []) : []
}
