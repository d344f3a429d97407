/** Inquiries to come, which hold no nights and so stand on no line. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { guestName, type Lead } from '../../leads/leads.read.ts'
import { dateOf, dayOf } from '../days.ts'
import type { PlacedStay } from '../nights.ts'

const most = '100'

/** By arrival, the next ones first; null: they are being read. */
export function useInquiries(today: number): readonly PlacedStay[] | null {
  const { agency } = useSession()
  const checkInFrom = dateOf(today)
  const { data, isPending } = useQuery({
    queryKey: ['leads', 'inquiries', agency.uid, checkInFrom],
    queryFn: async ({ signal }) => {
      const status = { statusIn: ['NEW' as const], checkInFrom, sort: 'checkIn' as const }
      const query = { agencyUid: agency.uid, ...status, _limit: most }
      return (await call('GET /leads', { query, signal })).leads
    },
  })
  return useMemo(() => (isPending ? null : (data ?? []).map(asStay)), [data, isPending])
}

/** As a stay of the calendar, so that it can be taken to a line. */
function asStay(lead: Lead): PlacedStay {
  const { checkInLocalDateTime: checkIn, checkOutLocalDateTime: checkOut } = lead
  const { firstName = null, lastName = null, adultCount, childrenCount } = lead.guestInformation
  return {
    leadUid: lead.uid,
    propertyUid: lead.propertyUid ?? '',
    unitUid: lead.unitUid ?? null,
    checkIn: checkIn.slice(0, 10),
    checkOut: checkOut.slice(0, 10),
    from: dayOf(checkIn),
    to: dayOf(checkOut),
    turnoverNights: 0,
    type: lead.type,
    status: lead.status,
    channel: lead.channel,
    guestName: guestName({ guestInformation: { firstName, lastName } }),
    guests: adultCount + childrenCount,
    holdExpiresUtcDateTime: null,
    balance: null,
    arrivesAt: checkIn.slice(11, 16),
    leavesAt: checkOut.slice(11, 16),
    isUnread: false,
  }
}
