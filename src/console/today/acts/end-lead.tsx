/** Declines a request or releases a hold, with a reason and a message to the guest. */
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { Check, type Form, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { Confirm } from '../../kit/lists/confirm.tsx'
import { showToast } from '../../kit/toasts/toasts.ts'
import { type Lead, useLead } from '../../leads/leads.read.ts'
import { messageTypeOf } from '../../leads/messages/message-type.ts'
import { stayText } from '../../leads/title.ts'
import { rangeText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { changedReads, type TodayLead } from '../today.ts'

interface EndLeadProps {
  lead: TodayLead
  act: 'decline' | 'release'
  trigger: RefObject<HTMLElement | null>
  close: () => void
}

interface Values {
  reason: string
  isTold: boolean
  message: string
}

export function EndLead({ lead, act, trigger, close }: EndLeadProps) {
  const { words, locale } = useSpoken()
  const own = useLeadWords()
  const client = useQueryClient()
  const texts = own.end[act]
  const stay = stayText(lead, words, locale)
  const dates = rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)
  const form = useForm<Values>({
    reason: '',
    isTold: false,
    message: texts.message(lead.guestName ?? '', dates),
  })
  const { values, set } = form
  const { data: full } = useLead(lead.leadUid)
  const write = useWrite(
    (given: Values, key) => end({ uid: lead.leadUid, act, lead: full, key }, given),
    () => {
      for (const read of changedReads) void client.invalidateQueries({ queryKey: [read] })
      close()
    },
    () => ({
      text: toasts =>
        act === 'release' ? toasts.released(stay) : toasts.acts['decline-booking-request'](stay),
    }),
  )
  return (
    <Confirm {...{ trigger, close }} title={texts.title(stay)}>
      <WriteForm
        title={texts.title(stay)}
        write={write}
        given={() => values}
        submit={texts.submit}
        close={close}
        closeText={texts.keep}
        isCautious
        isDanger
      >
        <p className="quiet">{texts.text}</p>
        {act === 'decline' ? (
          <TextArea
            label={own.reason}
            hint={own.reasonHint}
            rows={2}
            maxLength={1_000}
            error={wrong(write, 'reason')}
            value={values.reason}
            change={text => set('reason', text)}
          />
        ) : null}
        <TellGuest lead={full} form={form} />
      </WriteForm>
    </Confirm>
  )
}

/** Offered where there is a way to write to the guest. */
function TellGuest({ lead, form }: { lead: Lead | undefined; form: Form<Values> }) {
  const own = useLeadWords()
  const session = useSession()
  const { isTold, message } = form.values
  if (!lead || messageTypeOf(lead) === null || !may(session, 'inbox:write')) return null
  return (
    <>
      <Check label={own.tellGuest} isOn={isTold} change={isOn => form.set('isTold', isOn)} />
      {isTold ? (
        <TextArea
          label={own.messages.write}
          rows={4}
          maxLength={20_000}
          value={message}
          change={text => form.set('message', text)}
        />
      ) : null}
    </>
  )
}

interface Ending extends Pick<EndLeadProps, 'act'> {
  uid: string
  lead: Lead | undefined
  /** Idempotency key of the request. */
  key: string
}

async function end(
  { uid, act, lead, key }: Ending,
  { reason, isTold, message }: Values,
): Promise<void> {
  const path = { uid }
  if (act === 'release') await call('POST /leads/{uid}/close', { path, body: {}, key })
  else {
    const body = { reason: reason.trim() || null }
    await call('POST /leads/{uid}/decline-booking-request', { path, body, key })
  }
  const type = lead ? messageTypeOf(lead) : null
  if (!isTold || type === null || message.trim() === '') return
  const body = { leadUid: uid, type, content: { text: message.trim() } }
  // The lead has ended all the same: a message that fails is reported by itself.
  await call('POST /messages', { body, key: `${key}-2` }).catch(error =>
    showToast({ text: toasts => toasts.notSent, error }),
  )
}
