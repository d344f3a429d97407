/** Form of an action on a lead: description, input, and errors. */
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { moneyText } from '../../../i18n/format.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import { Input, Select, TextArea, useForm } from '../../../ui/form.tsx'
import { Problem } from '../../problem.tsx'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { useLeadWrite } from '../lead.query.ts'
import type { ActionProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'
import { type Lead, useOrder } from '../leads.query.ts'
import { ActionError } from './action-error.tsx'
import { type Action, destructiveActions, type PlainAction } from './actions.ts'
import { EditForm } from './edit-form.tsx'
import {
  addHours,
  defaultExtensionHours,
  extendHold,
  hoursMax,
  isHoldEnd,
  toLocal,
  toUtc,
} from './hold/hold-end.ts'
import { HoldEndField } from './hold/hold-end-field.tsx'
import { SplitForm } from './split-form.tsx'
import { StayForm } from './stay-form.tsx'
import { useActionToast } from './use-action-toast.ts'

interface ActionFormProps extends ActionProps {
  action: Action
  /** Called after the lead was deleted. */
  onDeleted: () => void
}

export function ActionForm(props: ActionFormProps) {
  const top = useRef<HTMLDivElement>(null)
  // The button that opened the form is unmounted and loses the focus.
  useEffect(() => {
    const firstField = top.current?.querySelector<HTMLElement>('input, select, textarea, button')
    firstField?.focus()
  }, [])
  return (
    <div ref={top}>
      <FormContent {...props} />
    </div>
  )
}

function FormContent({ action, ...props }: ActionFormProps) {
  if (action === 'alteration' || action === 'rebook') return <StayForm {...props} action={action} />
  if (action === 'edit') return <EditForm {...props} />
  if (action === 'split') return <SplitForm {...props} />
  return <PlainForm {...props} action={action} />
}

/** Input of all actions without a form of their own. */
interface Values {
  hours: string
  /** End of a hold as local date and time. */
  until: string
  reason: string
  closing: 'CLOSED' | 'IGNORED' | 'DUPLICATE'
  /** Empty until chosen. */
  cancelledBy: 'AGENCY' | 'GUEST' | 'OWNER' | ''
  /** True to drop the promo code of the order, because it is exhausted. */
  dropsPromoCode: boolean
}

const initialValues: Values = {
  hours: '',
  until: '',
  reason: '',
  closing: 'CLOSED',
  cancelledBy: '',
  dropsPromoCode: false,
}

interface PlainProps extends ActionProps {
  action: PlainAction
  onDeleted: () => void
}

function PlainForm({ action, lead, close, onDeleted }: PlainProps) {
  const texts = useLeadTranslations()
  const { timeZone } = useLocalization()
  // The input remains even if the hold expires while the form is open.
  const [holdEnd] = useState(lead.holdExpiresUtcDateTime)
  const form = useForm({
    ...initialValues,
    until:
      action === 'extend-hold' && holdEnd
        ? toLocal(addHours(holdEnd, defaultExtensionHours), timeZone)
        : '',
  })
  const { values } = form
  const leave = useUnsaved(form.isDirty, staysOpenWith(lead.uid, action), close)
  const write = useLeadWrite(
    lead.uid,
    (input: Values, key) => perform(action, lead.uid, input, key),
    action === 'delete' ? onDeleted : leave,
    useActionToast(action, lead),
  )
  const text = useActionText(action, lead.uid)
  return (
    <WriteForm
      title={texts.act[action]}
      write={write}
      input={() => ({ ...values, until: values.until && toUtc(values.until, timeZone) })}
      submit={texts.act[action]}
      isDanger={destructiveActions.includes(action)}
      isDisabled={!isComplete(action, values, { holdEnd, timeZone })}
      close={leave}
      {...(texts.keep[action] ? { closeText: texts.keep[action] } : {})}
      problem={
        isCodeExhausted(write.error) ? (
          <ExhaustedCode
            error={write.error}
            book={() => write.run({ ...values, dropsPromoCode: true })}
          />
        ) : (
          <ActionError
            error={write.error}
            leadUid={lead.uid}
            retry={() => void write.run(values)}
          />
        )
      }
    >
      {text ? <p className="quiet">{text}</p> : null}
      <ActionFields {...{ action, lead, holdEnd, form }} error={write.error} />
    </WriteForm>
  )
}

/** Returns the description of an action; for a booking with its amount if known. */
function useActionText(action: PlainAction, uid: string): string | null {
  const { locale } = useLocalization()
  const { actText, booksFor } = useLeadTranslations()
  const { data: order } = useOrder(uid, action === 'mark-as-booked')
  if (action === 'mark-as-booked' && order)
    return booksFor(moneyText(order.totalAmount, order.currency, locale))
  return action in actText ? actText[action as keyof typeof actText] : null
}

interface ActionFieldsProps {
  action: PlainAction
  lead: Lead
  /** End of the hold when the form was opened. */
  holdEnd: string | null | undefined
  form: ReturnType<typeof useForm<Values>>
  error: unknown
}

function ActionFields({ action, lead, holdEnd, form: { values, set }, error }: ActionFieldsProps) {
  const texts = useLeadTranslations()
  if (action === 'extend-hold' && holdEnd) {
    return (
      <HoldEndField holdEnd={holdEnd} value={values.until} change={text => set('until', text)} />
    )
  }
  if (action === 'put-on-hold' || action === 'extend-hold') {
    return (
      <Input
        type="number"
        label={texts.hours}
        hint={texts.hoursHint}
        error={fieldError({ error }, 'hours')}
        min={1}
        max={hoursMax}
        value={values.hours}
        change={text => set('hours', text)}
      />
    )
  }
  if (action === 'close' && lead.type === 'INQUIRY') {
    return (
      <Select
        label={texts.closing}
        value={values.closing}
        options={Object.entries(texts.closings)}
        change={value => set('closing', value as Values['closing'])}
      />
    )
  }
  if (action !== 'cancel' && action !== 'decline-booking-request') return null
  return (
    <>
      {action === 'cancel' ? (
        <Select
          label={texts.cancelledBy}
          value={values.cancelledBy}
          options={[['', texts.choose], ...Object.entries(texts.cancellers)]}
          change={value => set('cancelledBy', value as Values['cancelledBy'])}
        />
      ) : null}
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        error={fieldError({ error }, 'reason')}
        maxLength={1_000}
        value={values.reason}
        change={text => set('reason', text)}
      />
    </>
  )
}

/** Returns whether all required fields have values. */
function isComplete(
  action: PlainAction,
  values: Values,
  { holdEnd, timeZone }: { holdEnd: string | null | undefined; timeZone: string },
): boolean {
  if (action === 'cancel') return values.cancelledBy !== ''
  return action !== 'extend-hold' || !holdEnd || isHoldEnd(values.until, holdEnd, timeZone)
}

function perform(action: PlainAction, uid: string, input: Values, key: string): Promise<unknown> {
  const path = { uid }
  const reason = input.reason.trim() || null
  switch (action) {
    case 'put-on-hold':
    case 'extend-hold': {
      if (input.until !== '') return extendHold(uid, { until: input.until }, key)
      const body = input.hours === '' ? {} : { hours: Number(input.hours) }
      return call(`POST /leads/{uid}/${action}`, { path, body, key })
    }
    case 'close':
      return call('POST /leads/{uid}/close', { path, body: { reason: input.closing }, key })
    case 'cancel': {
      const body = { cancelledBy: input.cancelledBy || null, reason }
      return call('POST /leads/{uid}/cancel', { path, body, key })
    }
    case 'decline-booking-request':
      return call('POST /leads/{uid}/decline-booking-request', { path, body: { reason }, key })
    case 'mark-as-booked': {
      const body = input.dropsPromoCode ? { promoCode: null } : {}
      return call('POST /leads/{uid}/mark-as-booked', { path, body, key })
    }
    case 'delete':
      return call('DELETE /leads/{uid}', { path, key })
    default:
      return call(`POST /leads/{uid}/${action}`, { path, key })
  }
}

function isCodeExhausted(error: unknown): boolean {
  return error instanceof ApiProblem && error.body.state === 'PROMO_CODE_EXHAUSTED'
}

function ExhaustedCode({ error, book }: { error: unknown; book: () => void }) {
  const texts = useLeadTranslations()
  return <Problem error={error} retry={book} retryText={texts.withoutCode} />
}
