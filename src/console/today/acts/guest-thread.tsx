/** Messages of a guest whose lead is not known: read and answered in the row. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { SenderName } from '../../leads/messages/sender-name.tsx'
import { timeText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { staysOnPage } from '../stays-on-page.ts'

const most = 20

interface GuestThreadProps {
  uid: string
  /** Name of the guest. */
  guest: string
  close: () => void
}

export function GuestThread({ uid, guest, close }: GuestThreadProps) {
  const { words, locale } = useSpoken()
  const session = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['today', 'thread', uid],
    queryFn: async ({ signal }) => {
      const query = { threadUid: uid, _limit: most }
      return (await call('GET /messages', { query, signal })).messages.toReversed()
    },
  })
  if (error) return <Problem error={error} again={refetch} />
  if (!data) return <p className="quiet">{words.frame.loading}</p>
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
              {timeText(message.createdUtcDateTime.replace('Z', ''), locale)}
            </p>
            {message.content.subject ? <p className="subject">{message.content.subject}</p> : null}
            <p className="notes" dir="auto">
              {message.content.text}
            </p>
          </li>
        ))}
      </ol>
      {may(session, 'inbox:write') ? <Answer {...{ uid, guest, close }} /> : null}
    </>
  )
}

function Answer({ uid, guest, close }: GuestThreadProps) {
  const { messages: words } = useLeadWords()
  const client = useQueryClient()
  const form = useForm({ text: '' })
  const { text } = form.values
  const leave = useUnsaved(form.isDirty, staysOnPage, close)
  const write = useWrite(
    (said: string, key) => {
      const body = { threadUid: uid, type: 'EMAIL' as const, content: { text: said } }
      return call('POST /messages', { body, key })
    },
    () => {
      void client.invalidateQueries({ queryKey: ['today'] })
      leave()
    },
    () => ({ text: toasts => toasts.sending(guest) }),
  )
  return (
    <WriteForm
      write={write}
      given={() => text.trim() || null}
      submit={words.send}
      isDisabled={text.trim() === ''}
      close={leave}
    >
      <TextArea
        label={words.write}
        rows={4}
        maxLength={20_000}
        error={wrong(write, 'content.text')}
        value={text}
        change={said => form.set('text', said)}
      />
    </WriteForm>
  )
}
