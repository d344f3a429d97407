/** One thing done to many leads: some at a time, and each of them tells how it went. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, callTagged } from '../../api/call.ts'
import { tryAgain } from '../../api/use-write.ts'
import { showToast, undoBy } from '../../kit/toasts/toasts.ts'
import { newKey } from '../../plain-http.ts'
import { guestName, type ListedLead } from '../leads.read.ts'

type BulkAct = { kind: 'tag'; tag: string } | { kind: 'assign'; assigneeUid: string | null }

export interface Bulk {
  /** Null: nothing was begun. */
  state: BulkState | null
  run: (act: BulkAct, leads: readonly ListedLead[]) => Promise<void>
  forget: () => void
}

interface BulkState {
  isRunning: boolean
  total: number
  done: number
  failed: { uid: string; name: string; error: unknown }[]
}

/** Somebody else looks after it since the list was read. */
export class AssignedMeanwhile extends Error {}

const atOnce = 4

/** @param left takes the leads of which it failed */
export function useBulk(left: (uids: string[]) => void): Bulk {
  const client = useQueryClient()
  const [state, setState] = useState<BulkState | null>(null)
  const isRunning = useRef(false)
  const readAnew = () => {
    for (const read of ['leads', 'lead']) void client.invalidateQueries({ queryKey: [read] })
  }
  const run = async (act: BulkAct, leads: readonly ListedLead[]) => {
    if (isRunning.current) return
    isRunning.current = true
    const now: BulkState = { isRunning: true, total: leads.length, done: 0, failed: [] }
    setState(now)
    const waiting = [...leads]
    const changed: ListedLead[] = []
    const work = async () => {
      for (let lead = waiting.shift(); lead; lead = waiting.shift()) {
        try {
          if (await perform(act, lead)) changed.push(lead)
          now.done++
        } catch (error) {
          now.failed.push({ uid: lead.uid, name: guestName(lead) ?? lead.uid, error })
        }
        setState({ ...now })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    isRunning.current = false
    setState({ ...now, isRunning: false })
    readAnew()
    if (changed.length > 0) {
      const undo = () => Promise.all(changed.map(lead => reverse(act, lead))).finally(readAnew)
      showToast({ text: toasts => toasts.bulk(changed.length), actions: [undoBy(undo)] })
    }
    left(now.failed.map(({ uid }) => uid))
  }
  return { state, run, forget: () => setState(null) }
}

/** Returns whether it changed anything. */
async function perform(act: BulkAct, lead: ListedLead): Promise<boolean> {
  const { uid, assignee } = lead
  const key = newKey()
  if (act.kind === 'tag') {
    const body = { objectUid: uid, objectType: 'LEAD' as const, tags: [act.tag] }
    await tryAgain(() => call('PUT /tags', { body, key }))
    return !lead.tags.includes(act.tag)
  }
  await assign(uid, { from: assignee.uid, to: act.assigneeUid }, key)
  return assignee.uid !== act.assigneeUid
}

/** Takes back what was done to a lead, unless others have changed it since. */
function reverse(act: BulkAct, { uid, assignee }: ListedLead): Promise<unknown> {
  const key = newKey()
  if (act.kind === 'assign') return assign(uid, { from: act.assigneeUid, to: assignee.uid }, key)
  const query = { objectUid: uid, objectType: 'LEAD' as const, tag: act.tag }
  return tryAgain(() => call('DELETE /tags', { query, key }))
}

interface Assignment {
  from: string | null
  to: string | null
}

async function assign(uid: string, { from, to }: Assignment, key: string): Promise<unknown> {
  const path = { uid }
  const { answer, etag } = await tryAgain(() => callTagged('GET /leads/{uid}', { path }))
  if (answer.lead.assignee.uid !== from) throw new AssignedMeanwhile()
  const body = { assigneeUid: to }
  return tryAgain(() => call('PATCH /leads/{uid}', { path, body, etag, key }))
}
