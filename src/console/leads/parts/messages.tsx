/** What guest and agency wrote each other, and an answer. */
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { Select, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { Problem } from '../../kit/problem.tsx'
import { timeText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { type Message, useLeadWrite, useMessages, useThread } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'
import type { Lead } from '../leads.read.ts'

export function Messages({ lead }: LeadProps) {
  const words = useLeadWords()
  const { words: shared } = useSpoken()
  const session = useSession()
  const { data: messages, error, refetch } = useMessages(lead.uid)
  const mayWrite = may(session, 'inbox:write')
  if (error) return <Problem error={error} again={refetch} />
  if (!messages) return <p className="quiet">{shared.frame.loading}</p>
  return (
    <>
      {messages.length === 0 ? <p className="quiet">{words.messages.none}</p> : null}
      <ol className="conversation">
        {messages.map(message => (
          <MessageItem key={message.uid} leadUid={lead.uid} {...{ message, mayWrite }} />
        ))}
      </ol>
      {mayWrite ? <ReadMark leadUid={lead.uid} /> : null}
      {mayWrite ? <Answer key={lead.uid} lead={lead} /> : null}
    </>
  )
}

interface MessageItemProps {
  leadUid: string
  message: Message
  mayWrite: boolean
}

function MessageItem({ leadUid, message, mayWrite }: MessageItemProps) {
  const { locale } = useSpoken()
  const { messages: words } = useLeadWords()
  const isGuest = message.senderType === 'GUEST'
  const resend = useLeadWrite(leadUid, (uid: string, key) =>
    call('POST /messages/{uid}/resend', { path: { uid }, key }),
  )
  const isFailed = !isGuest && message.status === 'FAILED'
  return (
    <li className={isGuest ? 'message' : 'message is-own'}>
      <p className="quiet small">
        <b>{isGuest ? words.guest : words.you}</b>{' '}
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
function ReadMark({ leadUid }: { leadUid: string }) {
  const { messages: words } = useLeadWords()
  const { agency } = useSession()
  const { data: thread } = useThread(leadUid)
  const mark = useLeadWrite(leadUid, (uid: string, key) =>
    call('POST /threads/{uid}/mark-as-read', { path: { uid }, body: {}, key }),
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

/** Channels by which their guests are written to directly. */
const directSources: readonly Lead['source'][] = [
  'DIRECT_AIRBNB',
  'DIRECT_VRBO',
  'DIRECT_BOOKINGDOTCOM',
]

const draftKey = (uid: string) => `lodgepole-draft-${uid}`

function Answer({ lead }: { lead: Lead }) {
  const { messages: words } = useLeadWords()
  const isDirect = directSources.includes(lead.source)
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
  )
  if (!isDirect && !hasAddress) return <p className="quiet">{words.noAddress}</p>
  const options = [
    ...(isDirect ? [['DIRECT_MESSAGE', words.direct] as const] : []),
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
