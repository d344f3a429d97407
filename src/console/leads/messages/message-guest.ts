import { useLocation } from 'wouter'
import { may, useSession } from '../../api/session.tsx'
import type { ToastAction } from '../../kit/toasts/toasts.ts'

/** Returns the action of a toast that goes to the messages of a lead. */
export function useMessageGuest(): (uid: string) => ToastAction {
  const [, navigate] = useLocation()
  const tab = may(useSession(), 'inbox:write') ? '?tab=messages' : ''
  return uid => ({
    text: toasts => (tab === '' ? toasts.open : toasts.messageGuest),
    run: () => navigate(`/leads/${uid}${tab}`),
  })
}
