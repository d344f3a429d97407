/** Dialog that declines a request or releases a hold, with a reason and a message to the guest. */
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { rangeText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { messageTypeOf } from '../../shared/lead/guest-messages.ts'
import { type Lead, useLead } from '../../shared/lead/leads.query.ts'
import { stayText } from '../../shared/lead/title.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { fieldError, WriteForm } from '../../shared/writes/write-form.tsx'
import { Check, type Form, TextArea, useForm } from '../../ui/form.tsx'
import { Confirm } from '../../ui/popover/confirm.tsx'
import { addToast } from '../../ui/toasts.ts'
import { changedQueries, type TodayLead } from '../today.ts'

interface EndLeadProps {
  lead: TodayLead
  action: 'decline' | 'release'
  trigger: RefObject<HTMLElement | null>
  close: () => void
}

interface Values {
  reason: string
  notifiesGuest: boolean
  message: string
}

export function EndLead({ lead, action, trigger, close }: EndLeadProps) {
  const { texts, locale } = useLocalization()
  const leadTexts = useLeadTranslations()
  const client = useQueryClient()
  const endTexts = leadTexts.end[action]
  const stay = stayText(lead, texts, locale)
  const dates = rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)
  const form = useForm<Values>({
    reason: '',
    notifiesGuest: false,
    message: endTexts.message(lead.guestName ?? '', dates),
  })
  const { values, set } = form
  const { data: fullLead } = useLead(lead.leadUid)
  const write = useWrite(
    (input: Values, key) => endLead({ uid: lead.leadUid, action, lead: fullLead, key }, input),
    () => {
      for (const queryName of changedQueries)
        void client.invalidateQueries({ queryKey: [queryName] })
      close()
    },
    () => ({
      text: toasts =>
        action === 'release'
          ? toasts.released(stay)
          : toasts.leadActions['decline-booking-request'](stay),
    }),
  )
  return (
    <Confirm {...{ trigger, close }} title={endTexts.title(stay)}>
      <WriteForm
        title={endTexts.title(stay)}
        write={write}
        input={() => values}
        submit={endTexts.submit}
        close={close}
        closeText={endTexts.keep}
        isCautious
        isDanger
      >
        <p className="quiet">{endTexts.text}</p>
        {action === 'decline' ? (
          <TextArea
            label={leadTexts.reason}
            hint={leadTexts.reasonHint}
            rows={2}
            maxLength={1_000}
            error={fieldError(write, 'reason')}
            value={values.reason}
            change={text => set('reason', text)}
          />
        ) : null}
        <NotifyGuestFields lead={fullLead} form={form} />
      </WriteForm>
    </Confirm>
  )
}

/** Fields for a message, if the guest can be contacted. */
function NotifyGuestFields({ lead, form }: { lead: Lead | undefined; form: Form<Values> }) {
  const leadTexts = useLeadTranslations()
  const session = useSession()
  const { notifiesGuest, message } = form.values
  if (!lead || messageTypeOf(lead) === null || !may(session, 'inbox:write')) return null
  return (
    <>
      <Check
        label={leadTexts.tellGuest}
        isOn={notifiesGuest}
        change={isOn => form.set('notifiesGuest', isOn)}
      />
      {notifiesGuest ? (
        <TextArea
          label={leadTexts.messages.write}
          rows={4}
          maxLength={20_000}
          value={message}
          change={text => form.set('message', text)}
        />
      ) : null}
    </>
  )
}

interface EndRequest extends Pick<EndLeadProps, 'action'> {
  uid: string
  lead: Lead | undefined
  /** Idempotency key of the request. */
  key: string
}

async function endLead(
  { uid, action, lead, key }: EndRequest,
  { reason, notifiesGuest, message }: Values,
): Promise<void> {
  const path = { uid }
  if (action === 'release') await call('POST /leads/{uid}/close', { path, body: {}, key })
  else {
    const body = { reason: reason.trim() || null }
    await call('POST /leads/{uid}/decline-booking-request', { path, body, key })
  }
  const type = lead ? messageTypeOf(lead) : null
  if (!notifiesGuest || type === null || message.trim() === '') return
  const body = { leadUid: uid, type, content: { text: message.trim() } }
  // The lead has ended even if the message fails, so that failure is reported separately.
  await call('POST /messages', { body, key: `${key}-2` }).catch(error =>
    addToast({ text: toasts => toasts.messageNotSent, error }),
  )
}
