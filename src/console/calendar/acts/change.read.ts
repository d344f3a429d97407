/** What a stay would cost elsewhere, and taking it there. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useMessageGuest } from '../../leads/messages/message-guest.ts'
import { leadText } from '../../leads/title.ts'
import { useSpoken } from '../../words/words.tsx'
import { dateOf } from '../days.ts'
import { isSamePlace, type Placing } from '../placing.ts'
import { keptPrices, type Quote } from './change-lines.ts'

/** The order as it is, and quotes of both kinds for where the stay would be. */
export function useChangePrices(placing: Placing, isKept: boolean) {
  const { stay } = placing
  const isPriced = stay.type !== 'BLOCK'
  const order = useQuery({
    queryKey: ['lead', stay.leadUid, 'order'],
    queryFn: async ({ signal }) => {
      const query = { leadUid: stay.leadUid }
      return (await call('GET /orders', { query, signal })).orders[0] ?? null
    },
    enabled: isPriced,
  })
  const isElsewhere = isPriced && !isSamePlace(placing)
  const reckoned = useQuote(placing, undefined, isElsewhere)
  const isKeeping = isElsewhere && isKept && Boolean(order.data && reckoned.data)
  const overrides = isKeeping ? keptPrices(order.data!, reckoned.data!) : undefined
  const kept = useQuote(placing, overrides, isKeeping)
  return {
    order: order.data ?? null,
    overrides,
    quote: (isKept ? kept.data : reckoned.data) ?? null,
    error: order.error ?? reckoned.error ?? kept.error,
    again: () => {
      for (const one of [order, reckoned, kept]) if (one.error) void one.refetch()
    },
    isPending: isElsewhere && (isKept ? kept.isPending : reckoned.isPending),
  }
}

export type Overrides = BodyOf<'POST /quotes'>['quoteOverrides']

function useQuote({ stay, line, from, to }: Placing, overrides: Overrides, enabled: boolean) {
  const [checkInDate, checkOutDate] = [dateOf(from), dateOf(to)]
  const { propertyUid } = line.house
  const unitUid = line.unit?.unitUid ?? null
  const isKept = overrides !== undefined
  return useQuery<Quote>({
    queryKey: ['quote', stay.leadUid, propertyUid, unitUid, from, to, isKept],
    queryFn: async ({ signal }) => {
      const body = { leadUid: stay.leadUid, propertyUid, unitUid, checkInDate, checkOutDate }
      const given = overrides ? { ...body, quoteOverrides: overrides } : body
      return (await call('POST /quotes', { body: given, signal })).quote
    },
    enabled,
    // Dates that were free a moment ago may not be now.
    staleTime: 0,
    gcTime: 0,
  })
}

export function useAlteration(done: () => void) {
  const client = useQueryClient()
  const { words, locale } = useSpoken()
  const write = useMessageGuest()
  return useWrite(
    ({ placing, overrides }: { placing: Placing; overrides: Overrides }, key) => {
      const path = { uid: placing.stay.leadUid }
      return call('POST /leads/{uid}/alteration', { path, body: bodyOf(placing, overrides), key })
    },
    () => {
      for (const read of ['calendar', 'lead', 'leads', 'today']) {
        void client.invalidateQueries({ queryKey: [read] })
      }
      done()
    },
    ({ lead }) => ({
      text: toasts => toasts.acts.alteration(leadText(lead, words, locale)),
      actions: lead.type === 'BLOCK' ? [] : [write(lead.uid)],
    }),
  )
}

/** Guests come and leave when they did; what does not change is not sent. */
function bodyOf({ stay, line, from, to }: Placing, overrides: Overrides) {
  const { propertyUid } = line.house
  const unitUid = line.unit?.unitUid
  const at = (day: number, time: string) => `${dateOf(day)}T${time}:00`
  return {
    ...(propertyUid === stay.propertyUid ? {} : { propertyUid }),
    ...(unitUid === undefined || unitUid === stay.unitUid ? {} : { unitUid }),
    ...(from === stay.from ? {} : { checkInLocalDateTime: at(from, stay.arrivesAt) }),
    ...(to === stay.to ? {} : { checkOutLocalDateTime: at(to, stay.leavesAt) }),
    ...(overrides ? { quoteOverrides: overrides } : {}),
  }
}
