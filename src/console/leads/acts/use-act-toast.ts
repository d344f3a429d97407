import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Said } from '../../api/use-write.ts'
import { type ToastAction, undoBy } from '../../kit/toasts/toasts.ts'
import { newKey } from '../../plain-http.ts'
import { dayTimeText } from '../../words/format.ts'
import { useSpoken } from '../../words/words.tsx'
import type { Lead } from '../leads.read.ts'
import { useMessageGuest } from '../messages/message-guest.ts'
import { leadText, titleOf } from '../title.ts'
import type { PlainAct } from './acts.ts'

/** Returns the toast of an act on a lead, with the way back where there is one. */
export function useActToast(act: PlainAct, lead: Lead): Said<unknown, unknown> {
  const { words, locale } = useSpoken()
  const client = useQueryClient()
  const writeTo = useMessageGuest()
  const path = { uid: lead.uid }
  const undo = (reverse: () => Promise<unknown>) =>
    undoBy(() =>
      reverse().finally(() => {
        for (const read of ['lead', 'leads', 'today', 'calendar']) {
          void client.invalidateQueries({ queryKey: [read] })
        }
      }),
    )
  const actionsOf = (former: string | undefined): ToastAction[] => {
    if (act === 'cancel') return [writeTo(lead.uid)]
    if (act === 'put-on-hold') {
      return [
        undo(async () => {
          await call('POST /leads/{uid}/close', { path, body: {}, key: newKey() })
          await call('POST /leads/{uid}/reopen', { path, key: newKey() })
        }),
      ]
    }
    if (act !== 'extend-hold' || !former) return []
    const body = { untilUtcDateTime: former }
    return [undo(() => call('POST /leads/{uid}/extend-hold', { path, body, key: newKey() }))]
  }
  return answer => {
    const { former, until } = answer as { former?: string; until?: string }
    const name = titleOf(lead, words)
    return {
      text: toasts =>
        until === undefined
          ? toasts.acts[act](leadText(lead, words, locale))
          : toasts.holdEnds(name, dayTimeText(until, locale)),
      actions: actionsOf(former),
    }
  }
}
