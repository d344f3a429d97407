/** Conversation with the guest, and a reply form. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../../api/call.ts'
import { newKey } from '../../../api/new-key.ts'
import { may, useSession } from '../../../api/session.tsx'
import { channelText, timeText } from '../../../i18n/format.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization, useTranslations } from '../../../i18n/translations.tsx'
import { Select, TextArea, useForm } from '../../../ui/form.tsx'
import { undoAction } from '../../../ui/toasts.ts'
import { Problem } from '../../problem.tsx'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { isWrittenDirectly } from '../guest-messages.ts'
import { type Message, useLeadWrite, useMessages } from '../lead.query.ts'
import type { LeadProps } from '../lead-props.ts'
import type { Lead } from '../leads.query.ts'
import { SenderName } from '../sender-name.tsx'
import { leadTitle } from '../title.ts'
import { useThread } from './section.query.ts'

export function Messages({ lead }: LeadProps) {
  const texts = useLeadTranslations()
  const { texts: sharedTexts } = useLocalization()
  const session = useSession()
  const { data: messages, error, refetch } = useMessages(lead.uid)
  const mayWrite = may(session, 'inbox:write')
  const guest = leadTitle(lead, sharedTexts)
  if (error && !messages) return <Problem error={error} retry={refetch} />
  if (!messages) return <p className="quiet">{sharedTexts.frame.loading}</p>
  return (
    <>
      {messages.length === 0 ? <p className="quiet">{texts.messages.none}</p> : null}
      <ol className="conversation">
        {messages.map(message => (
          <MessageItem key={message.uid} leadUid={lead.uid} {...{ message, mayWrite, guest }} />
        ))}
      </ol>
      {mayWrite ? <MarkReadButton leadUid={lead.uid} guest={guest} /> : null}
      {mayWrite ? <Reply key={lead.uid} lead={lead} guest={guest} /> : null}
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
  const { locale, timeZone } = useLocalization()
  const { messages: texts } = useLeadTranslations()
  const isGuest = message.senderType === 'GUEST'
  const resend = useLeadWrite(
    leadUid,
    (uid: string, key) => call('POST /messages/{uid}/resend', { path: { uid }, key }),
    () => {},
    () => ({ text: toasts => toasts.messageQueued(guest) }),
  )
  const isFailed = !isGuest && message.status === 'FAILED'
  return (
    <li className={isGuest ? 'message' : 'message is-own'}>
      <p className="quiet small">
        <b>
          <SenderName message={message} />
        </b>{' '}
        {timeText(message.createdUtcDateTime.replace('Z', ''), locale, timeZone)}
        {isGuest ? '' : `, ${texts.states[message.status]}`}
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
              {texts.resend}
            </Button>
          ) : null}
        </p>
      ) : null}
      {resend.error ? <Problem error={resend.error} /> : null}
    </li>
  )
}

/** Messages are marked as read only by the user, not by opening them. */
function MarkReadButton({ leadUid, guest }: { leadUid: string; guest: string }) {
  const { messages: texts } = useLeadTranslations()
  const { agency } = useSession()
  const { data: thread } = useThread(leadUid)
  const client = useQueryClient()
  const markRead = useLeadWrite(
    leadUid,
    (uid: string, key) =>
      call('POST /threads/{uid}/mark-as-read', { path: { uid }, body: {}, key }),
    () => {},
    (_, uid) => ({
      text: toasts => toasts.threadRead(guest),
      actions: [
        undoAction(() =>
          call('POST /threads/{uid}/mark-as-unread', { path: { uid }, key: newKey() }).finally(
            () => {
              for (const queryName of ['lead', 'leads', 'today']) {
                void client.invalidateQueries({ queryKey: [queryName] })
              }
            },
          ),
        ),
      ],
    }),
  )
  const ownStatus = thread?.participantsReadStatuses.find(
    entry => entry.participantUid === agency.uid,
  )
  if (!thread || ownStatus?.readStatus !== 'UNREAD') return null
  return (
    <Button
      className="button plain small"
      isDisabled={markRead.isPending}
      onPress={() => markRead.run(thread.uid)}
    >
      {texts.markRead}
    </Button>
  )
}

const draftKey = (uid: string) => `lodgepole-draft-${uid}`

function Reply({ lead, guest }: { lead: Lead; guest: string }) {
  const { messages: texts } = useLeadTranslations()
  const sharedTexts = useTranslations()
  const isDirect = isWrittenDirectly(lead)
  const hasAddress = Boolean(lead.guestInformation.email)
  const container = useRef<HTMLDivElement>(null)
  const form = useForm({
    text: localStorage.getItem(draftKey(lead.uid)) ?? '',
    type: isDirect ? ('DIRECT_MESSAGE' as const) : ('EMAIL' as const),
  })
  const { values, set } = form
  // The draft is stored in the browser and survives a reload.
  useEffect(() => {
    if (values.text === '') localStorage.removeItem(draftKey(lead.uid))
    else localStorage.setItem(draftKey(lead.uid), values.text)
  }, [values.text, lead.uid])
  const write = useLeadWrite(
    lead.uid,
    ({ type, text }: { type: 'EMAIL' | 'DIRECT_MESSAGE'; text: string }, key) =>
      call('POST /messages', { body: { leadUid: lead.uid, type, content: { text } }, key }),
    () => set('text', ''),
    () => ({ text: toasts => toasts.messageQueued(guest) }),
  )
  if (!isDirect && !hasAddress) return <p className="quiet">{texts.noAddress}</p>
  const options = [
    ...(isDirect ? [['DIRECT_MESSAGE', channelText(lead.channel, sharedTexts)] as const] : []),
    ...(hasAddress ? [['EMAIL', texts.email] as const] : []),
  ]
  return (
    <div ref={container}>
      <WriteForm
        write={write}
        input={() => (values.text.trim() === '' ? null : { type: values.type, text: values.text })}
        submit={texts.send}
        isDisabled={values.text.trim() === ''}
      >
        <TextArea
          label={texts.write}
          rows={4}
          maxLength={20_000}
          hint={values.text === '' ? undefined : texts.draft}
          error={fieldError(write, 'content.text')}
          value={values.text}
          change={text => set('text', text)}
        />
        {options.length > 1 ? (
          <Select
            label={texts.channel}
            value={values.type}
            options={options}
            change={type => set('type', type as 'EMAIL')}
          />
        ) : null}
      </WriteForm>
    </div>
  )
}
