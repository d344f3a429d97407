/** What guest and agency wrote each other, and an answer. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { Select, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { Problem } from '../../kit/problem.tsx'
import { undoBy } from '../../kit/toasts/toasts.ts'
import { newKey } from '../../plain-http.ts'
import { channelText, timeText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken, useWords } from '../../words/words.tsx'
import { type Message, useLeadWrite, useMessages, useThread } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'
import type { Lead } from '../leads.read.ts'
import { isWrittenDirectly } from '../messages/message-type.ts'
import { SenderName } from '../messages/sender-name.tsx'
import { titleOf } from '../title.ts'

export function Messages({ lead }: LeadProps) {
  const words = useLeadWords()
  const { words: shared } = useSpoken()
  const session = useSession()
  const { data: messages, error, refetch } = useMessages(lead.uid)
  const mayWrite = may(session, 'inbox:write')
  const guest = titleOf(lead, shared)
  if (error) return <Problem error={error} again={refetch} />
  if (!messages) return <p className="quiet">{shared.frame.loading}</p>
  return (
    <>
      {messages.length === 0 ? <p className="quiet">{words.messages.none}</p> : null}
      <ol className="conversation">
        {messages.map(message => (
          <MessageItem key={message.uid} leadUid={lead.uid} {...{ message, mayWrite, guest }} />
        ))}
      </ol>
      {mayWrite ? <ReadMark leadUid={lead.uid} guest={guest} /> : null}
      {mayWrite ? <Answer key={lead.uid} lead={lead} guest={guest} /> : null}
    </>
  )
}

interface MessageItemProps {
  leadUid: string
  message: Message
  mayWrite: boolean
  /** Name of the guest. */
  guest: string
}

function MessageItem({ leadUid, message, mayWrite, guest }: MessageItemProps) {
  const { locale } = useSpoken()
  const { messages: words } = useLeadWords()
  const isGuest = message.senderType === 'GUEST'
  const resend = useLeadWrite(
    leadUid,
    (uid: string, key) => call('POST /messages/{uid}/resend', { path: { uid }, key }),
    () => {},
    () => ({ text: toasts => toasts.sending(guest) }),
  )
  const isFailed = !isGuest && message.status === 'FAILED'
  return (
    <li className={isGuest ? 'message' : 'message is-own'}>
      <p className="quiet small">
        <b>
          <SenderName message={message} />
        </b>{' '}
        {timeText(message.createdUtcDateTime.replace('Z', ''), locale)}
        {isGuest ? '' : `, ${words.states[message.status]}`}
      </p>
      {message.content.subject ? <p className="subject">{message.content.subject}</p> : null}
      <p className="notes" dir="auto">
        {message.content.text}
      </p>
      {message.attachments.map(({ uid, fileName, fileUrl }) => (
        <a key={uid} href={fileUrl} rel="noreferrer" target="_blank">
          {fileName}
        </a>
      ))}
      {isFailed ? (
        <p className="field-error">
          {message.failureReason}{' '}
          {mayWrite ? (
            <Button
              className="button plain small"
              isDisabled={resend.isPending}
              onPress={() => resend.run(message.uid)}
            >
              {words.resend}
            </Button>
          ) : null}
        </p>
      ) : null}
      {resend.error ? <Problem error={resend.error} /> : null}
    </li>
  )
}

/** Reading does not mark as read: somebody says so. */
function ReadMark({ leadUid, guest }: { leadUid: string; guest: string }) {
  const { messages: words } = useLeadWords()
  const { agency } = useSession()
  const { data: thread } = useThread(leadUid)
  const client = useQueryClient()
  const mark = useLeadWrite(
    leadUid,
    (uid: string, key) =>
      call('POST /threads/{uid}/mark-as-read', { path: { uid }, body: {}, key }),
    () => {},
    (_, uid) => ({
      text: toasts => toasts.read(guest),
      actions: [
        undoBy(() =>
          call('POST /threads/{uid}/mark-as-unread', { path: { uid }, key: newKey() }).finally(
            () => {
              for (const read of ['lead', 'leads', 'today']) {
                void client.invalidateQueries({ queryKey: [read] })
              }
            },
          ),
        ),
      ],
    }),
  )
  const own = thread?.participantsReadStatuses.find(one => one.participantUid === agency.uid)
  if (!thread || own?.readStatus !== 'UNREAD') return null
  return (
    <Button
      className="button plain small"
      isDisabled={mark.isPending}
      onPress={() => mark.run(thread.uid)}
    >
      {words.markRead}
    </Button>
  )
}

const draftKey = (uid: string) => `lodgepole-draft-${uid}`

function Answer({ lead, guest }: { lead: Lead; guest: string }) {
  const { messages: words } = useLeadWords()
  const shared = useWords()
  const isDirect = isWrittenDirectly(lead)
  const hasAddress = Boolean(lead.guestInformation.email)
  const field = useRef<HTMLDivElement>(null)
  const form = useForm({
    text: localStorage.getItem(draftKey(lead.uid)) ?? '',
    type: isDirect ? ('DIRECT_MESSAGE' as const) : ('EMAIL' as const),
  })
  const { values, set } = form
  // A draft outlives the page.
  useEffect(() => {
    if (values.text === '') localStorage.removeItem(draftKey(lead.uid))
    else localStorage.setItem(draftKey(lead.uid), values.text)
  }, [values.text, lead.uid])
  const write = useLeadWrite(
    lead.uid,
    ({ type, text }: { type: 'EMAIL' | 'DIRECT_MESSAGE'; text: string }, key) =>
      call('POST /messages', { body: { leadUid: lead.uid, type, content: { text } }, key }),
    () => set('text', ''),
    () => ({ text: toasts => toasts.sending(guest) }),
  )
  if (!isDirect && !hasAddress) return <p className="quiet">{words.noAddress}</p>
  const options = [
    ...(isDirect ? [['DIRECT_MESSAGE', channelText(lead.channel, shared)] as const] : []),
    ...(hasAddress ? [['EMAIL', words.email] as const] : []),
  ]
  return (
    <div ref={field}>
      <WriteForm
        write={write}
        given={() => (values.text.trim() === '' ? null : { type: values.type, text: values.text })}
        submit={words.send}
        isDisabled={values.text.trim() === ''}
      >
        <TextArea
          label={words.write}
          rows={4}
          maxLength={20_000}
          hint={values.text === '' ? undefined : words.draft}
          error={wrong(write, 'content.text')}
          value={values.text}
          change={text => set('text', text)}
        />
        {options.length > 1 ? (
          <Select
            label={words.channel}
            value={values.type}
            options={options}
            change={type => set('type', type as 'EMAIL')}
          />
        ) : null}
      </WriteForm>
    </div>
  )
}
