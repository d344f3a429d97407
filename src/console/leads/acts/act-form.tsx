/** An act on a lead: what it does, what it needs, and what the server says of it. */
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiProblem } from '../../api/problem.ts'
import { Input, Select, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { moneyText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { useLeadWrite } from '../lead/lead.read.ts'
import type { ActProps } from '../lead/lead-props.ts'
import { type Lead, useOrder } from '../leads.read.ts'
import { type Act, endingActs, type PlainAct } from './acts.ts'
import { EditForm } from './edit-form.tsx'
import { addHours, extendBy, isHoldEnd, localOf, utcOf } from './hold/hold-end.ts'
import { HoldEndField } from './hold/hold-end-field.tsx'
import { Refusal } from './refusal.tsx'
import { SplitForm } from './split-form.tsx'
import { StayForm } from './stay-form.tsx'
import { staysWith } from './stays-with.ts'
import { useActToast } from './use-act-toast.ts'

interface ActFormProps extends ActProps {
  act: Act
  /** The lead is gone. */
  gone: () => void
}

export function ActForm(props: ActFormProps) {
  const top = useRef<HTMLDivElement>(null)
  // The button that opened it is gone, and the focus would be, too.
  useEffect(() => {
    const first = top.current?.querySelector<HTMLElement>('input, select, textarea, button')
    first?.focus()
  }, [])
  return (
    <div ref={top}>
      <FormOf {...props} />
    </div>
  )
}

function FormOf({ act, ...given }: ActFormProps) {
  if (act === 'alteration' || act === 'rebook') return <StayForm {...given} act={act} />
  if (act === 'edit') return <EditForm {...given} />
  if (act === 'split') return <SplitForm {...given} />
  return <PlainForm {...given} act={act} />
}

/** What the other acts may be given. */
interface Values {
  hours: string
  /** The end of a hold, as a field has it. */
  until: string
  reason: string
  closing: 'CLOSED' | 'IGNORED' | 'DUPLICATE'
  /** Empty: not chosen yet. */
  cancelledBy: 'AGENCY' | 'GUEST' | 'OWNER' | ''
  /** Without the promo code of the order, where it is used up. */
  isWithoutCode: boolean
}

const empty: Values = {
  hours: '',
  until: '',
  reason: '',
  closing: 'CLOSED',
  cancelledBy: '',
  isWithoutCode: false,
}

interface PlainProps extends ActProps {
  act: PlainAct
  gone: () => void
}

function PlainForm({ act, lead, close, gone }: PlainProps) {
  const words = useLeadWords()
  // Input is retained, also when the hold has ended since.
  const [end] = useState(lead.holdExpiresUtcDateTime)
  const form = useForm({
    ...empty,
    until: act === 'extend-hold' && end ? localOf(addHours(end, 24)) : '',
  })
  const { values } = form
  const leave = useUnsaved(form.isDirty, staysWith(lead.uid, act), close)
  const write = useLeadWrite(
    lead.uid,
    (given: Values, key) => perform(act, lead.uid, given, key),
    act === 'delete' ? gone : leave,
    useActToast(act, lead),
  )
  const text = useActText(act, lead.uid)
  return (
    <WriteForm
      title={words.act[act]}
      write={write}
      given={() => values}
      submit={words.act[act]}
      isDanger={endingActs.includes(act)}
      isDisabled={!isComplete(act, values, end)}
      close={leave}
      {...(words.keep[act] ? { closeText: words.keep[act] } : {})}
      problem={
        isUsedUp(write.error) ? (
          <UsedUp error={write.error} book={() => write.run({ ...values, isWithoutCode: true })} />
        ) : (
          <Refusal error={write.error} leadUid={lead.uid} again={() => void write.run(values)} />
        )
      }
    >
      {text ? <p className="quiet">{text}</p> : null}
      <ActFields {...{ act, lead, end, form }} error={write.error} />
    </WriteForm>
  )
}

/** Describes what an action does; the amount of a booking, where it is known. */
function useActText(act: PlainAct, uid: string): string | null {
  const { locale } = useSpoken()
  const { actText, booksFor } = useLeadWords()
  const { data: order } = useOrder(uid, act === 'mark-as-booked')
  if (act === 'mark-as-booked' && order)
    return booksFor(moneyText(order.totalAmount, order.currency, locale))
  return act in actText ? actText[act as keyof typeof actText] : null
}

interface FieldsProps {
  act: PlainAct
  lead: Lead
  /** The end of a hold as the form began with it. */
  end: string | null | undefined
  form: ReturnType<typeof useForm<Values>>
  error: unknown
}

function ActFields({ act, lead, end, form: { values, set }, error }: FieldsProps) {
  const words = useLeadWords()
  if (act === 'extend-hold' && end) {
    return <HoldEndField end={end} value={values.until} change={text => set('until', text)} />
  }
  if (act === 'put-on-hold' || act === 'extend-hold') {
    return (
      <Input
        type="number"
        label={words.hours}
        hint={words.hoursHint}
        error={wrong({ error }, 'hours')}
        min={1}
        max={720}
        value={values.hours}
        change={text => set('hours', text)}
      />
    )
  }
  if (act === 'close' && lead.type === 'INQUIRY') {
    return (
      <Select
        label={words.closing}
        value={values.closing}
        options={Object.entries(words.closings)}
        change={value => set('closing', value as Values['closing'])}
      />
    )
  }
  if (act !== 'cancel' && act !== 'decline-booking-request') return null
  return (
    <>
      {act === 'cancel' ? (
        <Select
          label={words.cancelledBy}
          value={values.cancelledBy}
          options={[['', words.choose], ...Object.entries(words.cancellers)]}
          change={value => set('cancelledBy', value as Values['cancelledBy'])}
        />
      ) : null}
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        error={wrong({ error }, 'reason')}
        maxLength={1_000}
        value={values.reason}
        change={text => set('reason', text)}
      />
    </>
  )
}

/** Returns whether all required fields have values. */
function isComplete(act: PlainAct, values: Values, end: string | null | undefined): boolean {
  if (act === 'cancel') return values.cancelledBy !== ''
  return act !== 'extend-hold' || !end || isHoldEnd(values.until, end)
}

function perform(act: PlainAct, uid: string, given: Values, key: string): Promise<unknown> {
  const path = { uid }
  const reason = given.reason.trim() || null
  switch (act) {
    case 'put-on-hold':
    case 'extend-hold': {
      if (given.until !== '') return extendBy(uid, { until: utcOf(given.until) }, key)
      const body = given.hours === '' ? {} : { hours: Number(given.hours) }
      return call(`POST /leads/{uid}/${act}`, { path, body, key })
    }
    case 'close':
      return call('POST /leads/{uid}/close', { path, body: { reason: given.closing }, key })
    case 'cancel': {
      const body = { cancelledBy: given.cancelledBy || null, reason }
      return call('POST /leads/{uid}/cancel', { path, body, key })
    }
    case 'decline-booking-request':
      return call('POST /leads/{uid}/decline-booking-request', { path, body: { reason }, key })
    case 'mark-as-booked': {
      const body = given.isWithoutCode ? { promoCode: null } : {}
      return call('POST /leads/{uid}/mark-as-booked', { path, body, key })
    }
    case 'delete':
      return call('DELETE /leads/{uid}', { path, key })
    default:
      return call(`POST /leads/{uid}/${act}`, { path, key })
  }
}

function isUsedUp(error: unknown): boolean {
  return error instanceof ApiProblem && error.body.state === 'PROMO_CODE_EXHAUSTED'
}

function UsedUp({ error, book }: { error: unknown; book: () => void }) {
  const words = useLeadWords()
  return <Problem error={error} again={book} againText={words.withoutCode} />
}
