/** Bulk action on leads, several at a time, with the result of each. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, callWithEtag } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { guestName, type ListedLead } from '../../shared/lead/leads.query.ts'
import { withRetries } from '../../shared/writes/use-write.ts'
import { addToast, undoAction } from '../../ui/toasts.ts'

type BulkAction = { kind: 'tag'; tag: string } | { kind: 'assign'; assigneeUid: string | null }

export interface Bulk {
  /** Null before the first run. */
  state: BulkState | null
  run: (action: BulkAction, leads: readonly ListedLead[]) => Promise<void>
  reset: () => void
}

interface BulkState {
  isRunning: boolean
  total: number
  done: number
  failed: { uid: string; name: string; error: unknown }[]
}

/** Error: another user has assigned the lead since the list was loaded. */
export class ConcurrentAssignment extends Error {}

const concurrency = 4

/** @param setRemaining receives the uids of leads that failed */
export function useBulk(setRemaining: (uids: string[]) => void): Bulk {
  const client = useQueryClient()
  const [state, setState] = useState<BulkState | null>(null)
  const isRunning = useRef(false)
  const invalidate = () => {
    for (const queryName of ['leads', 'lead'])
      void client.invalidateQueries({ queryKey: [queryName] })
  }
  const run = async (action: BulkAction, leads: readonly ListedLead[]) => {
    if (isRunning.current) return
    isRunning.current = true
    const progress: BulkState = { isRunning: true, total: leads.length, done: 0, failed: [] }
    setState(progress)
    const remainingLeads = [...leads]
    const changedLeads: ListedLead[] = []
    const runNext = async () => {
      for (let lead = remainingLeads.shift(); lead; lead = remainingLeads.shift()) {
        try {
          if (await perform(action, lead)) changedLeads.push(lead)
          progress.done++
        } catch (error) {
          progress.failed.push({ uid: lead.uid, name: guestName(lead) ?? lead.uid, error })
        }
        setState({ ...progress })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, runNext))
    isRunning.current = false
    setState({ ...progress, isRunning: false })
    invalidate()
    if (changedLeads.length > 0) {
      const undo = () =>
        Promise.all(changedLeads.map(lead => reverse(action, lead))).finally(invalidate)
      addToast({
        text: toasts => toasts.bulkUpdated(changedLeads.length),
        actions: [undoAction(undo)],
      })
    }
    setRemaining(progress.failed.map(({ uid }) => uid))
  }
  return { state, run, reset: () => setState(null) }
}

/** Performs the action on a lead; returns true if it changed the lead. */
async function perform(action: BulkAction, lead: ListedLead): Promise<boolean> {
  const { uid, assignee } = lead
  const key = newKey()
  if (action.kind === 'tag') {
    const body = { objectUid: uid, objectType: 'LEAD' as const, tags: [action.tag] }
    await withRetries(() => call('PUT /tags', { body, key }))
    return !lead.tags.includes(action.tag)
  }
  await assign(uid, { from: assignee.uid, to: action.assigneeUid }, key)
  return assignee.uid !== action.assigneeUid
}

/** Undoes the action on a lead, unless another user has changed it since. */
function reverse(action: BulkAction, { uid, assignee }: ListedLead): Promise<unknown> {
  const key = newKey()
  if (action.kind === 'assign')
    return assign(uid, { from: action.assigneeUid, to: assignee.uid }, key)
  const query = { objectUid: uid, objectType: 'LEAD' as const, tag: action.tag }
  return withRetries(() => call('DELETE /tags', { query, key }))
}

interface Assignment {
  from: string | null
  to: string | null
}

async function assign(uid: string, { from, to }: Assignment, key: string): Promise<unknown> {
  const path = { uid }
  const { body: response, etag } = await withRetries(() =>
    callWithEtag('GET /leads/{uid}', { path }),
  )
  if (response.lead.assignee.uid !== from) throw new ConcurrentAssignment()
  const body = { assigneeUid: to }
  return withRetries(() => call('PATCH /leads/{uid}', { path, body, etag, key }))
}
