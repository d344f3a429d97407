/** Price of a stay at another position, and the request that moves it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { BodyOf } from '../../api/response-types.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { dateOf } from '../../shared/days.ts'
import { useMessageGuest } from '../../shared/lead/guest-messages.ts'
import { leadText } from '../../shared/lead/title.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { isUnchanged, type Placement } from '../placement.ts'
import { type Quote, retainPrices } from './compare-prices.ts'

/**
 * Queries the order, and quotes for the new position with recalculated and with retained prices.
 */
export function useChangePrices(placement: Placement, retainsPrices: boolean) {
  const { stay } = placement
  const hasPrice = stay.type !== 'BLOCK'
  const order = useQuery({
    queryKey: ['lead', stay.leadUid, 'order'],
    queryFn: async ({ signal }) => {
      const query = { leadUid: stay.leadUid }
      return (await call('GET /orders', { query, signal })).orders[0] ?? null
    },
    enabled: hasPrice,
  })
  const isMoved = hasPrice && !isUnchanged(placement)
  const recalculated = useQuote(placement, undefined, isMoved)
  const hasOverrides = isMoved && retainsPrices && Boolean(order.data && recalculated.data)
  const overrides = hasOverrides ? retainPrices(order.data!, recalculated.data!) : undefined
  const overridden = useQuote(placement, overrides, hasOverrides)
  return {
    order: order.data ?? null,
    overrides,
    quote: (retainsPrices ? overridden.data : recalculated.data) ?? null,
    error: order.error ?? recalculated.error ?? overridden.error,
    retry: () => {
      for (const query of [order, recalculated, overridden]) if (query.error) void query.refetch()
    },
    isPending: isMoved && (retainsPrices ? overridden.isPending : recalculated.isPending),
  }
}

export type Overrides = BodyOf<'POST /quotes'>['quoteOverrides']

function useQuote({ stay, line, from, to }: Placement, overrides: Overrides, enabled: boolean) {
  const [checkInDate, checkOutDate] = [dateOf(from), dateOf(to)]
  const { propertyUid } = line.property
  const unitUid = line.unit?.unitUid ?? null
  const retainsPrices = overrides !== undefined
  return useQuery<Quote>({
    queryKey: ['quote', stay.leadUid, propertyUid, unitUid, from, to, retainsPrices],
    queryFn: async ({ signal }) => {
      const body = { leadUid: stay.leadUid, propertyUid, unitUid, checkInDate, checkOutDate }
      const input = overrides ? { ...body, quoteOverrides: overrides } : body
      return (await call('POST /quotes', { body: input, signal })).quote
    },
    enabled,
    // The availability may have changed since the last quote.
    staleTime: 0,
    gcTime: 0,
  })
}

export function useAlteration(onSuccess: () => void) {
  const client = useQueryClient()
  const { texts, locale } = useLocalization()
  const messageGuest = useMessageGuest()
  return useWrite(
    ({ placement, overrides }: { placement: Placement; overrides: Overrides }, key) => {
      const path = { uid: placement.stay.leadUid }
      return call('POST /leads/{uid}/alteration', {
        path,
        body: alterationBody(placement, overrides),
        key,
      })
    },
    () => {
      for (const queryName of ['calendar', 'lead', 'leads', 'today']) {
        void client.invalidateQueries({ queryKey: [queryName] })
      }
      onSuccess()
    },
    ({ lead }) => ({
      text: toasts => toasts.leadActions.alteration(leadText(lead, texts, locale)),
      actions: lead.type === 'BLOCK' ? [] : [messageGuest(lead.uid)],
    }),
  )
}

/** Builds the body with changed fields only; arrival and departure times are retained. */
function alterationBody({ stay, line, from, to }: Placement, overrides: Overrides) {
  const { propertyUid } = line.property
  const unitUid = line.unit?.unitUid
  const toLocalDateTime = (day: number, time: string) => `${dateOf(day)}T${time}:00`
  return {
    ...(propertyUid === stay.propertyUid ? {} : { propertyUid }),
    ...(unitUid === undefined || unitUid === stay.unitUid ? {} : { unitUid }),
    ...(from === stay.from ? {} : { checkInLocalDateTime: toLocalDateTime(from, stay.arrivesAt) }),
    ...(to === stay.to ? {} : { checkOutLocalDateTime: toLocalDateTime(to, stay.leavesAt) }),
    ...(overrides ? { quoteOverrides: overrides } : {}),
  }
}
