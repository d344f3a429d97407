/** Threads with messages that have no answer yet, the last written first. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../api/call.ts'
import { may, useSession } from '../api/session.tsx'
import { useWrite } from '../api/use-write.ts'
import { comesLater } from '../comes-later.ts'
import { Icon } from '../kit/icons.tsx'
import { Problem } from '../kit/problem.tsx'
import { undoBy } from '../kit/toasts/toasts.ts'
import { LeadLink } from '../leads/lead-link.tsx'
import { newKey } from '../plain-http.ts'
import { countText, untilText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'
import { HouseName } from './rows.tsx'
import { rowsFirst, useShown } from './shown.tsx'
import type { Today } from './today.ts'

type Thread = Today['unreadThreads']['items'][number]

const GuestThread = comesLater(async () => (await import('./acts/guest-thread.tsx')).GuestThread)

interface UnreadProps {
  threads: Today['unreadThreads']
  now: number
  answer: (leadUid: string) => void
}

export function Unread({ threads: { count, items }, now, answer }: UnreadProps) {
  const { words, locale } = useSpoken()
  const name = words.today.unread
  const { shown, more, news } = useShown({ name, count, items, keyOf }, rowsFirst)
  if (shown.length === 0) return null
  return (
    <>
      <h3>
        {name} <span className="quiet number">{countText(count, locale)}</span>
        {news}
      </h3>
      <ul>
        {shown.map(({ item: thread, isGone }) => (
          <ThreadRow key={thread.threadUid} {...{ thread, isGone, now, answer }} />
        ))}
      </ul>
      {more}
    </>
  )
}

const keyOf = ({ threadUid }: Thread) => threadUid

interface ThreadRowProps extends Pick<UnreadProps, 'now' | 'answer'> {
  thread: Thread
  isGone: boolean
}

function ThreadRow({ thread, isGone, now, answer }: ThreadRowProps) {
  const { words, locale } = useSpoken()
  const session = useSession()
  const { threadUid, leadUid, updatedUtcDateTime, guestName } = thread
  const [isOpen, setOpen] = useState(false)
  // Those of a lead are read and answered beside it.
  const open = () => (leadUid === null ? setOpen(true) : answer(leadUid))
  const client = useQueryClient()
  const readAnew = () => {
    for (const read of ['today', 'leads', 'lead']) {
      void client.invalidateQueries({ queryKey: [read] })
    }
  }
  const write = useWrite(
    (uid: string, key) => call('POST /threads/{uid}/mark-as-read', { path: { uid }, key }),
    readAnew,
    () => ({
      text: toasts => toasts.read(guestName ?? words.lead.noName),
      actions: [
        undoBy(() => {
          const given = { path: { uid: threadUid }, key: newKey() }
          return call('POST /threads/{uid}/mark-as-unread', given).finally(readAnew)
        }),
      ],
    }),
  )
  return (
    <li className={isGone ? 'day-row is-gone' : 'day-row'}>
      <span className="row-text">
        <ThreadName {...{ leadUid, open }}>
          <bdi>
            <Icon name="mail" /> {guestName ?? words.lead.noName}
          </bdi>
        </ThreadName>
        <HouseName {...thread} />
        <span className="when quiet">{untilText(updatedUtcDateTime, now, locale)}</span>
      </span>
      {isGone ? (
        <span className="row-acts is-doing">{words.live.answered}</span>
      ) : may(session, 'inbox:write') ? (
        <span className="row-acts">
          <Button className="button plain small" onPress={open}>
            {words.today.acts.answer}
          </Button>
          <Button
            className="button plain small"
            isDisabled={write.isPending}
            onPress={() => write.run(threadUid)}
          >
            {words.today.acts.read}
          </Button>
        </span>
      ) : null}
      {write.error ? <Problem error={write.error} /> : null}
      {isOpen ? (
        <div className="row-form">
          <Suspense fallback={<p className="quiet">{words.frame.loading}</p>}>
            <GuestThread
              uid={threadUid}
              guest={guestName ?? words.lead.noName}
              close={() => setOpen(false)}
            />
          </Suspense>
        </div>
      ) : null}
    </li>
  )
}

interface ThreadNameProps {
  /** Null: a guest who is no lead yet has no page. */
  leadUid: string | null
  open: () => void
  children: ReactNode
}

function ThreadName({ leadUid, open, children }: ThreadNameProps) {
  if (leadUid !== null) {
    return (
      <LeadLink uid={leadUid} open={open}>
        {children}
      </LeadLink>
    )
  }
  return (
    <button type="button" className="row-button row-link" onClick={open}>
      {children}
    </button>
  )
}
