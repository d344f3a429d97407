/** Messages to the guest of a lead. */
import { useLocation } from 'wouter'
import { may, useSession } from '../../api/session.tsx'
import type { ToastAction } from '../../ui/toasts.ts'
import type { Lead } from './leads.query.ts'

/** Sources whose guests receive direct messages. */
const directSources: readonly Lead['source'][] = [
  'DIRECT_AIRBNB',
  'DIRECT_VRBO',
  'DIRECT_BOOKINGDOTCOM',
]

export function isWrittenDirectly({ source }: Lead): boolean {
  return directSources.includes(source)
}

/** Returns the message type for the guest of a lead; null if the guest has no address. */
export function messageTypeOf(lead: Lead): 'DIRECT_MESSAGE' | 'EMAIL' | null {
  if (isWrittenDirectly(lead)) return 'DIRECT_MESSAGE'
  return lead.guestInformation.email ? 'EMAIL' : null
}

/** Returns the toast action that opens the messages of a lead. */
export function useMessageGuest(): (uid: string) => ToastAction {
  const [, navigate] = useLocation()
  const tab = may(useSession(), 'inbox:write') ? '?tab=messages' : ''
  return uid => ({
    text: toasts => (tab === '' ? toasts.open : toasts.messageGuest),
    run: () => navigate(`/reservations/${uid}${tab}`),
  })
}
