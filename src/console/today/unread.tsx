/** Threads with unread messages, the latest first. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../api/call.ts'
import { newKey } from '../api/new-key.ts'
import { may, useSession } from '../api/session.tsx'
import { countText, untilText } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { lazyComponent } from '../routing/lazy.ts'
import { LeadLink } from '../shared/lead/lead-link.tsx'
import { Problem } from '../shared/problem.tsx'
import { useWrite } from '../shared/writes/use-write.ts'
import { Icon } from '../ui/icons.tsx'
import { undoAction } from '../ui/toasts.ts'
import { PropertyName } from './rows.tsx'
import { initialDecisionRows, useVisibleRows } from './show-more.tsx'
import type { Today } from './today.ts'

type Thread = Today['unreadThreads']['items'][number]

const GuestThread = lazyComponent(
  async () => (await import('./actions/guest-thread.tsx')).GuestThread,
)

interface UnreadProps {
  threads: Today['unreadThreads']
  now: number
  reply: (leadUid: string) => void
}

export function Unread({ threads: { count, items }, now, reply }: UnreadProps) {
  const { texts, locale } = useLocalization()
  const name = texts.today.unread
  const { visible, moreButton, newsButton } = useVisibleRows(
    { name, count, items, getKey },
    initialDecisionRows,
  )
  if (visible.length === 0) return null
  return (
    <>
      <h3>
        {name} <span className="quiet number">{countText(count, locale)}</span>
        {newsButton}
      </h3>
      <ul>
        {visible.map(({ item: thread, isRemoved }) => (
          <ThreadRow key={thread.threadUid} {...{ thread, isRemoved, now, reply }} />
        ))}
      </ul>
      {moreButton}
    </>
  )
}

const getKey = ({ threadUid }: Thread) => threadUid

interface ThreadRowProps extends Pick<UnreadProps, 'now' | 'reply'> {
  thread: Thread
  isRemoved: boolean
}

function ThreadRow({ thread, isRemoved, now, reply }: ThreadRowProps) {
  const { texts, locale } = useLocalization()
  const session = useSession()
  const { threadUid, leadUid, updatedUtcDateTime, guestName } = thread
  const [isOpen, setOpen] = useState(false)
  // Messages of a lead open in its panel.
  const open = () => (leadUid === null ? setOpen(true) : reply(leadUid))
  const client = useQueryClient()
  const invalidate = () => {
    for (const queryName of ['today', 'leads', 'lead']) {
      void client.invalidateQueries({ queryKey: [queryName] })
    }
  }
  const write = useWrite(
    (uid: string, key) => call('POST /threads/{uid}/mark-as-read', { path: { uid }, key }),
    invalidate,
    () => ({
      text: toasts => toasts.threadRead(guestName ?? texts.lead.noName),
      actions: [
        undoAction(() => {
          const request = { path: { uid: threadUid }, key: newKey() }
          return call('POST /threads/{uid}/mark-as-unread', request).finally(invalidate)
        }),
      ],
    }),
  )
  return (
    <li className={isRemoved ? 'day-row is-gone' : 'day-row'}>
      <span className="row-text">
        <ThreadName {...{ leadUid, open }}>
          <bdi>
            <Icon name="mail" /> {guestName ?? texts.lead.noName}
          </bdi>
        </ThreadName>
        <PropertyName {...thread} />
        <span className="when quiet">{untilText(updatedUtcDateTime, now, locale)}</span>
      </span>
      {isRemoved ? (
        <span className="row-acts is-doing">{texts.live.answered}</span>
      ) : may(session, 'inbox:write') ? (
        <span className="row-acts">
          <Button className="button plain small" onPress={open}>
            {texts.today.acts.answer}
          </Button>
          <Button
            className="button plain small"
            isDisabled={write.isPending}
            onPress={() => write.run(threadUid)}
          >
            {texts.today.acts.read}
          </Button>
        </span>
      ) : null}
      {write.error ? <Problem error={write.error} /> : null}
      {isOpen ? (
        <div className="row-form">
          <Suspense fallback={<p className="quiet">{texts.frame.loading}</p>}>
            <GuestThread
              uid={threadUid}
              guest={guestName ?? texts.lead.noName}
              close={() => setOpen(false)}
            />
          </Suspense>
        </div>
      ) : null}
    </li>
  )
}

interface ThreadNameProps {
  /** Null for a guest without a lead, who has no page. */
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
