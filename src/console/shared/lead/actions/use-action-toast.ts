import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { newKey } from '../../../api/new-key.ts'
import { dayTimeText } from '../../../i18n/format.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { type ToastAction, undoAction } from '../../../ui/toasts.ts'
import type { SuccessToast } from '../../writes/use-write.ts'
import { useMessageGuest } from '../guest-messages.ts'
import type { Lead } from '../leads.query.ts'
import { leadText, leadTitle } from '../title.ts'
import type { PlainAction } from './actions.ts'

/** Returns the toast of a completed action, with an undo action if it can be undone. */
export function useActionToast(action: PlainAction, lead: Lead): SuccessToast<unknown, unknown> {
  const { texts, locale, timeZone } = useLocalization()
  const client = useQueryClient()
  const messageGuest = useMessageGuest()
  const path = { uid: lead.uid }
  const undoWithRefresh = (reverse: () => Promise<unknown>) =>
    undoAction(() =>
      reverse().finally(() => {
        for (const queryName of ['lead', 'leads', 'today', 'calendar']) {
          void client.invalidateQueries({ queryKey: [queryName] })
        }
      }),
    )
  const listToastActions = (former: string | undefined): ToastAction[] => {
    if (action === 'cancel') return [messageGuest(lead.uid)]
    if (action === 'put-on-hold') {
      return [
        undoWithRefresh(async () => {
          await call('POST /leads/{uid}/close', { path, body: {}, key: newKey() })
          await call('POST /leads/{uid}/reopen', { path, key: newKey() })
        }),
      ]
    }
    if (action !== 'extend-hold' || !former) return []
    const body = { untilUtcDateTime: former }
    return [
      undoWithRefresh(() => call('POST /leads/{uid}/extend-hold', { path, body, key: newKey() })),
    ]
  }
  return result => {
    // Only `extend-hold` returns expiries.
    const { former, until } = result as { former?: string; until?: string }
    const name = leadTitle(lead, texts)
    return {
      text: toasts =>
        until === undefined
          ? toasts.leadActions[action](leadText(lead, texts, locale))
          : toasts.holdEnds(name, dayTimeText(until, locale, timeZone)),
      actions: listToastActions(former),
    }
  }
}
