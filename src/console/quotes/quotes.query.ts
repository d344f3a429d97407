/** Queries of quotes, and writes that create leads from them. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { newKey } from '../api/new-key.ts'
import { useSession } from '../api/session.tsx'
import { rangeText } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { useWrite } from '../shared/writes/use-write.ts'
import { undoAction } from '../ui/toasts.ts'
import { guestBody, leadBody, type QuoteInput, quoteBody } from './quote-request.ts'

/** Queries the price of a stay, without storing anything. */
export function useQuote(input: QuoteInput) {
  const body = quoteBody(input)
  return useQuery({
    queryKey: ['quote', body],
    enabled: body !== null,
    staleTime: 0,
    // The previous price remains visible, dimmed, until the next one is loaded.
    placeholderData: body === null ? undefined : keepPreviousData,
    queryFn: async ({ signal }) => (await call('POST /quotes', { body: body!, signal })).quote,
  })
}

export interface QuoteSubmission {
  input: QuoteInput
  /** Displayed total of the stay without services, to the cent. */
  stayTotal: number | null
  /** True to ignore the booking rules of the property. */
  ignoresRules: boolean
}

/** Created lead. `isHeld` is true for a hold, which the user can still book or release. */
export interface QuoteResult {
  leadUid: string
  isHeld: boolean
}

/**
 * Creates a quote, a hold or a booking, in several requests with one idempotency key each. Bookings
 * are held first, and booked if the price equals the displayed one
 * (docs/decisions/0010-quote-holds.md).
 */
export function useQuoteWrite(
  onHeld: (leadUid: string) => void,
  onFinished: (result: QuoteResult) => void,
) {
  const { agency } = useSession()
  const client = useQueryClient()
  const { texts, locale } = useLocalization()
  const send = async (
    { input, stayTotal, ignoresRules }: QuoteSubmission,
    key: string,
  ): Promise<QuoteResult> => {
    if (input.kind === 'quote' || ignoresRules) {
      const body = leadBody(input, agency.uid, input.kind === 'quote' ? 'NEW' : 'ON_HOLD')
      const { lead } = await call('POST /leads', { body, key })
      await addServices(lead.uid, input, key)
      return { leadUid: lead.uid, isHeld: input.kind !== 'quote' }
    }
    const { quote } = await call('POST /quotes', { body: holdBody(input), key })
    const leadUid = quote.hold!.leadUid
    if (input.notes.trim() !== '') {
      const body = { notes: input.notes.trim() }
      await call('PATCH /leads/{uid}', { path: { uid: leadUid }, body, key: `${key}-2` })
    }
    onHeld(leadUid)
    await addServices(leadUid, input, key)
    if (input.kind === 'hold' || quote.totalAmount !== stayTotal) return { leadUid, isHeld: true }
    const path = { uid: leadUid }
    await call('POST /leads/{uid}/mark-as-booked', { path, body: {}, key: `${key}-3` })
    return { leadUid, isHeld: false }
  }
  const finish = (result: QuoteResult) => {
    for (const queryKey of [['leads'], ['today'], ['lead', result.leadUid]]) {
      void client.invalidateQueries({ queryKey })
    }
    onFinished(result)
  }
  return useWrite(send, finish, ({ leadUid, isHeld }, { input }) => {
    const name = [input.firstName, input.lastName].filter(part => part).join(' ')
    const stay = `${name || texts.lead.noName}, ${rangeText(input.from, input.to, locale)}`
    if (!isHeld) {
      const isQuote = input.kind === 'quote'
      return {
        text: toasts =>
          isQuote ? toasts.quoteSaved(stay) : toasts.leadActions['mark-as-booked'](stay),
      }
    }
    const undo = async () => {
      const path = { uid: leadUid }
      await call('POST /leads/{uid}/close', { path, body: {}, key: newKey() })
      for (const queryKey of [['leads'], ['today'], ['lead', leadUid]]) {
        void client.invalidateQueries({ queryKey })
      }
    }
    return { text: toasts => toasts.leadActions['put-on-hold'](stay), actions: [undoAction(undo)] }
  })
}

async function addServices(leadUid: string, { services }: QuoteInput, key: string): Promise<void> {
  if (services.length === 0) return
  const { orders } = await call('GET /orders', { query: { leadUid } })
  const path = { orderUid: orders[0]!.uid }
  for (const serviceUid of services) {
    const body = { serviceUid, quantity: 1 }
    const request = { path, body, key: `${key}-${serviceUid}` }
    await call('POST /orders/{orderUid}/order-services', request)
  }
}

function holdBody(input: QuoteInput) {
  const guestInformation = guestBody(input)
  const minutes = input.kind === 'hold' ? Number(input.minutes) : 0
  return {
    ...quoteBody(input)!,
    hold: true,
    ...(minutes > 0 ? { holdMinutes: minutes } : {}),
    ...(Object.keys(guestInformation).length > 0 ? { guestInformation } : {}),
  }
}

const queryLengthMin = 3

/** Finds guests by a part of their name, e-mail address or phone number. */
export function useGuestMatches(text: string) {
  const { agency } = useSession()
  const query = text.trim()
  const { data } = useQuery({
    queryKey: ['guests', agency.uid, query],
    enabled: query.length >= queryLengthMin,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const parameters = { agencyUid: agency.uid, query, _limit: 5 }
      return (await call('GET /guests', { query: parameters, signal })).guests
    },
  })
  return query.length >= queryLengthMin ? (data ?? []) : []
}
