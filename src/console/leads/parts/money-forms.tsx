/** What can be added to an order: payments and refunds, charges and credits, services. */
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import type { FieldProblem } from '../../api/problem.ts'
import type { Write } from '../../api/use-write.ts'
import { useDelay } from '../../kit/delayed/use-delayed.ts'
import { Input, Select, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { moneyText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { staysWith } from '../acts/stays-with.ts'
import { useLeadWrite, useServices } from '../lead/lead.read.ts'
import type { Order } from '../leads.read.ts'

export const moneyActs = ['payment', 'refund', 'line', 'service'] as const
export type MoneyAct = (typeof moneyActs)[number]

interface MoneyFormProps {
  act: MoneyAct
  leadUid: string
  order: Order
  close: () => void
  /** Whether it is still there at another address; absent: as long as the lead is. */
  stays?: (next: URL) => boolean
}

export function MoneyForm({ act, ...given }: MoneyFormProps) {
  if (act === 'line') return <LineForm {...given} />
  if (act === 'service') return <ServiceForm {...given} />
  return <PaymentForm {...given} type={act === 'refund' ? 'REFUND' : 'SALE'} />
}

type GivenProps = Omit<MoneyFormProps, 'act'>

interface Sent {
  key: string
  keepalive?: boolean
  isDelayed?: boolean
}

function PaymentForm({ type, ...given }: GivenProps & { type: 'SALE' | 'REFUND' }) {
  const { leadUid, order, close, stays = staysWith(leadUid, null) } = given
  const { money } = useLeadWords()
  const isRefund = type === 'REFUND'
  const open = isRefund ? order.paidAmount : order.balanceAmount
  const form = useForm<PaymentValues>({
    amount: open > 0 ? String(open) : '',
    status: 'SUCCESS',
    transactionId: '',
    notes: '',
  })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, stays, close)
  const write = usePaymentWrite(type, given, leave)
  return (
    <WriteForm
      title={isRefund ? money.recordRefund : money.recordPayment}
      write={write}
      given={() => values}
      submit={isRefund ? money.recordRefund : money.recordPayment}
      close={leave}
    >
      <div className="field-row">
        <AmountInput
          currency={order.currency}
          error={wrong(write, 'amount')}
          value={values.amount}
          change={text => set('amount', text)}
        />
        <Select
          label={money.status}
          value={values.status}
          options={Object.entries(money.statuses)}
          change={status => set('status', status as typeof values.status)}
        />
      </div>
      <Input
        label={money.reference}
        error={wrong(write, 'transactionId')}
        maxLength={255}
        value={values.transactionId}
        change={text => set('transactionId', text)}
      />
      <TextArea
        label={money.notes}
        rows={2}
        error={wrong(write, 'notes')}
        maxLength={2_000}
        value={values.notes}
        change={text => set('notes', text)}
      />
    </WriteForm>
  )
}

interface PaymentValues {
  amount: string
  status: 'SUCCESS' | 'PENDING' | 'FAILED'
  transactionId: string
  notes: string
}

/** Records a refund at once, and a payment a little later, so that it can be taken back. */
function usePaymentWrite(
  type: 'SALE' | 'REFUND',
  { leadUid, order }: GivenProps,
  leave: () => void,
): Write<PaymentValues> {
  const { locale } = useSpoken()
  const delay = useDelay()
  const send = ({ amount, status, transactionId, notes }: PaymentValues, sending: Sent) => {
    const texts = { transactionId: transactionId.trim() || null, notes: notes.trim() || null }
    const body = { orderUid: order.uid, type, status, amount: Number(amount), ...texts }
    return call('POST /transactions', { body, ...sending })
  }
  const textOf = ({ amount }: PaymentValues) => moneyText(Number(amount), order.currency, locale)
  const refund = useLeadWrite(
    leadUid,
    (given: PaymentValues, key) => send(given, { key }),
    leave,
    (_, given) => ({ text: toasts => toasts.refund(textOf(given)) }),
  )
  const record = async (given: PaymentValues) => {
    delay({
      ...{ object: leadUid, noun: 'transactions', action: 'payment', ms: delayMs.action },
      what: textOf(given),
      send: sending => send(given, { ...sending, isDelayed: true }),
      reads: ['lead', 'leads', 'today', 'calendar'],
    })
    leave()
    return true
  }
  return type === 'REFUND' ? refund : { ...refund, run: record }
}

interface AmountInputProps {
  currency: string
  error: FieldProblem | null
  value: string
  change: (text: string) => void
}

/** To the smallest coin of the currency. */
function AmountInput({ currency, ...props }: AmountInputProps) {
  const { locale } = useSpoken()
  const { money } = useLeadWords()
  return (
    <Input
      type="number"
      isRequired
      label={`${money.amount}, ${currency}`}
      {...{ min: stepOf(currency, locale), step: stepOf(currency, locale) }}
      {...props}
    />
  )
}

function stepOf(currency: string, locale: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0.01
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return 1 / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
}

const categories = ['FEE', 'RENT', 'TAX', 'SERVICE', 'RESOLUTION'] as const

function LineForm({ leadUid, order, close }: GivenProps) {
  const { money } = useLeadWords()
  const form = useForm({
    direction: 'CHARGE' as 'CHARGE' | 'REFUND',
    category: 'FEE' as (typeof categories)[number],
    amount: '',
    note: '',
  })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, staysWith(leadUid, null), close)
  const write = useLeadWrite(
    leadUid,
    ({ direction, category, amount, note }: typeof values, key) => {
      const body = {
        transactionType: direction,
        adjustmentType: category,
        amount: Number(amount),
        note: note.trim() || null,
      }
      const path = { orderUid: order.uid }
      return call('POST /orders/{orderUid}/order-adjustments', { path, body, key })
    },
    leave,
    () => ({ text: toasts => toasts.line }),
  )
  return (
    <WriteForm
      title={money.addLine}
      write={write}
      given={() => values}
      submit={money.addLine}
      close={leave}
    >
      <div className="field-row three">
        <Select
          label={money.direction}
          value={values.direction}
          options={Object.entries(money.directions)}
          change={value => set('direction', value as typeof values.direction)}
        />
        <Select
          label={money.category}
          value={values.category}
          options={categories.map(one => [one, money.categories[one]])}
          change={value => set('category', value as typeof values.category)}
        />
        <AmountInput
          currency={order.currency}
          error={wrong(write, 'amount')}
          value={values.amount}
          change={text => set('amount', text)}
        />
      </div>
      <Input
        label={money.note}
        error={wrong(write, 'note')}
        maxLength={2_000}
        value={values.note}
        change={text => set('note', text)}
      />
    </WriteForm>
  )
}

function ServiceForm({ leadUid, order, close }: GivenProps) {
  const { money } = useLeadWords()
  const { locale } = useSpoken()
  const { data: services = [] } = useServices()
  const fitting = services.filter(({ cateredTo, currency, isActive }) => {
    return isActive && cateredTo !== 'HOST' && currency === order.currency
  })
  const form = useForm({ serviceUid: '', quantity: '1' })
  const { values, set } = form
  const serviceUid = values.serviceUid || fitting[0]?.uid
  const leave = useUnsaved(form.isDirty, staysWith(leadUid, null), close)
  const write = useLeadWrite(
    leadUid,
    (body: { serviceUid: string; quantity: number }, key) => {
      const path = { orderUid: order.uid }
      return call('POST /orders/{orderUid}/order-services', { path, body, key })
    },
    leave,
    () => ({ text: toasts => toasts.service }),
  )
  const quantity = Number(values.quantity)
  return (
    <WriteForm
      title={money.addService}
      write={write}
      given={() => (serviceUid ? { serviceUid, quantity } : null)}
      submit={money.addService}
      isDisabled={!serviceUid}
      close={leave}
    >
      {fitting.length === 0 ? <p className="quiet">{money.noServices}</p> : null}
      <div className="field-row">
        <Select
          label={money.serviceLabel}
          value={serviceUid ?? ''}
          options={fitting.map(({ uid, title, grossPrice, currency }) => {
            return [uid, `${title}, ${moneyText(grossPrice, currency, locale)}`]
          })}
          change={uid => set('serviceUid', uid)}
        />
        <Input
          type="number"
          label={money.quantity}
          {...{ min: 1, max: 999 }}
          value={values.quantity}
          change={text => set('quantity', text)}
        />
      </div>
    </WriteForm>
  )
}
