/** Messages that nobody has answered yet: by who has written last. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../api/call.ts'
import { may, useSession } from '../api/session.tsx'
import { useWrite } from '../api/use-write.ts'
import { comesLater } from '../comes-later.ts'
import { Icon } from '../kit/icons.tsx'
import { Problem } from '../kit/problem.tsx'
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
  const { shown, more } = useShown({ count, items }, rowsFirst)
  if (shown.length === 0) return null
  return (
    <>
      <h3>
        {words.today.unread} <span className="quiet number">{countText(count, locale)}</span>
      </h3>
      <ul>
        {shown.map(thread => (
          <ThreadRow key={thread.threadUid} {...{ thread, now, answer }} />
        ))}
      </ul>
      {more}
    </>
  )
}

interface ThreadRowProps extends Pick<UnreadProps, 'now' | 'answer'> {
  thread: Thread
}

function ThreadRow({ thread, now, answer }: ThreadRowProps) {
  const { words, locale } = useSpoken()
  const session = useSession()
  const { threadUid, leadUid, updatedUtcDateTime, guestName } = thread
  const [isOpen, setOpen] = useState(false)
  // Those of a lead are read and answered beside it.
  const open = () => (leadUid === null ? setOpen(true) : answer(leadUid))
  const client = useQueryClient()
  const write = useWrite(
    (uid: string, key) => call('POST /threads/{uid}/mark-as-read', { path: { uid }, key }),
    () => {
      for (const read of ['today', 'leads', 'lead']) {
        void client.invalidateQueries({ queryKey: [read] })
      }
      // The row goes, and the focus with it.
      document.getElementById('page')?.focus()
    },
  )
  return (
    <li className="day-row">
      <span className="row-text">
        <button type="button" className="row-button" onClick={open}>
          <bdi>
            <Icon name="mail" /> {guestName ?? words.lead.noName}
          </bdi>
        </button>
        <HouseName {...thread} />
        <span className="when quiet">{untilText(updatedUtcDateTime, now, locale)}</span>
      </span>
      {may(session, 'inbox:write') ? (
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
            <GuestThread uid={threadUid} close={() => setOpen(false)} />
          </Suspense>
        </div>
      ) : null}
    </li>
  )
}
