/** Thread of a guest without a lead, with a reply form in the row. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { timeText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { SenderName } from '../../shared/lead/sender-name.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { fieldError, WriteForm } from '../../shared/writes/write-form.tsx'
import { TextArea, useForm } from '../../ui/form.tsx'

const messagesMax = 20

interface GuestThreadProps {
  uid: string
  /** Name of the guest. */
  guest: string
  close: () => void
}

export function GuestThread({ uid, guest, close }: GuestThreadProps) {
  const { texts, locale, timeZone } = useLocalization()
  const session = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['today', 'thread', uid],
    queryFn: async ({ signal }) => {
      const query = { threadUid: uid, _limit: messagesMax }
      return (await call('GET /messages', { query, signal })).messages.toReversed()
    },
  })
  if (error && !data) return <Problem error={error} retry={refetch} />
  if (!data) return <p className="quiet">{texts.frame.loading}</p>
  return (
    <>
      <ol className="conversation">
        {data.map(message => (
          <li
            key={message.uid}
            className={message.senderType === 'GUEST' ? 'message' : 'message is-own'}
          >
            <p className="quiet small">
              <b>
                <SenderName message={message} />
              </b>{' '}
              {timeText(message.createdUtcDateTime.replace('Z', ''), locale, timeZone)}
            </p>
            {message.content.subject ? <p className="subject">{message.content.subject}</p> : null}
            <p className="notes" dir="auto">
              {message.content.text}
            </p>
          </li>
        ))}
      </ol>
      {may(session, 'inbox:write') ? <ReplyForm {...{ uid, guest, close }} /> : null}
    </>
  )
}

function ReplyForm({ uid, guest, close }: GuestThreadProps) {
  const { messages: texts } = useLeadTranslations()
  const client = useQueryClient()
  const form = useForm({ text: '' })
  const { text } = form.values
  const leave = useUnsaved(form.isDirty, staysOnPage, close)
  const write = useWrite(
    (message: string, key) => {
      const body = { threadUid: uid, type: 'EMAIL' as const, content: { text: message } }
      return call('POST /messages', { body, key })
    },
    () => {
      void client.invalidateQueries({ queryKey: ['today'] })
      leave()
    },
    () => ({ text: toasts => toasts.messageQueued(guest) }),
  )
  return (
    <WriteForm
      write={write}
      input={() => text.trim() || null}
      submit={texts.send}
      isDisabled={text.trim() === ''}
      close={leave}
    >
      <TextArea
        label={texts.write}
        rows={4}
        maxLength={20_000}
        error={fieldError(write, 'content.text')}
        value={text}
        change={message => form.set('text', message)}
      />
    </WriteForm>
  )
}
