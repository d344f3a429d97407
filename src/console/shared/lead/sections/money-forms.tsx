/** Forms for payments and refunds, charges and credits, and services. */
import { call } from '../../../api/call.ts'
import { delayMs } from '../../../api/delayed.ts'
import type { FieldProblem } from '../../../api/problem.ts'
import { moneyText } from '../../../i18n/format.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import { Input, Select, TextArea, useForm } from '../../../ui/form.tsx'
import { useDelay } from '../../writes/use-delayed.ts'
import type { Write } from '../../writes/use-write.ts'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { useLeadWrite, useServices } from '../lead.query.ts'
import { staysOpenWith } from '../lead-props.ts'
import type { Order } from '../leads.query.ts'

export const moneyActions = ['payment', 'refund', 'line', 'service'] as const
export type MoneyAction = (typeof moneyActions)[number]

interface FormProps {
  leadUid: string
  order: Order
  close: () => void
  /** Returns true if the form is still open at another URL; by default as long as the lead is. */
  stays?: (next: URL) => boolean
}

interface MoneyFormProps extends FormProps {
  action: MoneyAction
}

export function MoneyForm({ action, ...props }: MoneyFormProps) {
  if (action === 'line') return <AdjustmentForm {...props} />
  if (action === 'service') return <ServiceForm {...props} />
  return <PaymentForm {...props} type={action === 'refund' ? 'REFUND' : 'SALE'} />
}

interface SendOptions {
  key: string
  keepalive?: boolean
  isDelayed?: boolean
}

function PaymentForm({ type, ...props }: FormProps & { type: 'SALE' | 'REFUND' }) {
  const { leadUid, order, close, stays = staysOpenWith(leadUid, null) } = props
  const { money } = useLeadTranslations()
  const isRefund = type === 'REFUND'
  const openAmount = isRefund ? order.paidAmount : order.balanceAmount
  const form = useForm<PaymentValues>({
    amount: openAmount > 0 ? String(openAmount) : '',
    status: 'SUCCESS',
    transactionId: '',
    notes: '',
  })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, stays, close)
  const write = usePaymentWrite(type, props, leave)
  return (
    <WriteForm
      title={isRefund ? money.recordRefund : money.recordPayment}
      write={write}
      input={() => values}
      submit={isRefund ? money.recordRefund : money.recordPayment}
      close={leave}
    >
      <div className="field-row">
        <AmountInput
          currency={order.currency}
          error={fieldError(write, 'amount')}
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
        error={fieldError(write, 'transactionId')}
        maxLength={255}
        value={values.transactionId}
        change={text => set('transactionId', text)}
      />
      <TextArea
        label={money.notes}
        rows={2}
        error={fieldError(write, 'notes')}
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

/** Records a refund at once, and a payment after a delay in which the user can undo it. */
function usePaymentWrite(
  type: 'SALE' | 'REFUND',
  { leadUid, order }: FormProps,
  leave: () => void,
): Write<PaymentValues> {
  const { locale } = useLocalization()
  const delay = useDelay()
  const send = (
    { amount, status, transactionId, notes }: PaymentValues,
    sendOptions: SendOptions,
  ) => {
    const remarks = { transactionId: transactionId.trim() || null, notes: notes.trim() || null }
    const body = { orderUid: order.uid, type, status, amount: Number(amount), ...remarks }
    return call('POST /transactions', { body, ...sendOptions })
  }
  const formatAmount = ({ amount }: PaymentValues) =>
    moneyText(Number(amount), order.currency, locale)
  const refund = useLeadWrite(
    leadUid,
    (values: PaymentValues, key) => send(values, { key }),
    leave,
    (_, values) => ({ text: toasts => toasts.refundRecorded(formatAmount(values)) }),
  )
  const record = async (values: PaymentValues) => {
    delay({
      ...{ object: leadUid, noun: 'transactions', action: 'payment', ms: delayMs.action },
      name: formatAmount(values),
      send: sendOptions => send(values, { ...sendOptions, isDelayed: true }),
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

/** Field for an amount, with the precision of the currency. */
function AmountInput({ currency, ...props }: AmountInputProps) {
  const { locale } = useLocalization()
  const { money } = useLeadTranslations()
  return (
    <Input
      type="number"
      isRequired
      label={`${money.amount}, ${currency}`}
      {...{ min: smallestAmount(currency, locale), step: smallestAmount(currency, locale) }}
      {...props}
    />
  )
}

/** Returns the smallest amount of a currency; 0.01 if it has no ISO 4217 code, such as `NONE`. */
function smallestAmount(currency: string, locale: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0.01
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return 1 / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
}

const categories = ['FEE', 'RENT', 'TAX', 'SERVICE', 'RESOLUTION'] as const

function AdjustmentForm({ leadUid, order, close }: FormProps) {
  const { money } = useLeadTranslations()
  const form = useForm({
    direction: 'CHARGE' as 'CHARGE' | 'REFUND',
    category: 'FEE' as (typeof categories)[number],
    amount: '',
    note: '',
  })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, staysOpenWith(leadUid, null), close)
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
    () => ({ text: toasts => toasts.orderLineAdded }),
  )
  return (
    <WriteForm
      title={money.addLine}
      write={write}
      input={() => values}
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
          options={categories.map(category => [category, money.categories[category]])}
          change={value => set('category', value as typeof values.category)}
        />
        <AmountInput
          currency={order.currency}
          error={fieldError(write, 'amount')}
          value={values.amount}
          change={text => set('amount', text)}
        />
      </div>
      <Input
        label={money.note}
        error={fieldError(write, 'note')}
        maxLength={2_000}
        value={values.note}
        change={text => set('note', text)}
      />
    </WriteForm>
  )
}

function ServiceForm({ leadUid, order, close }: FormProps) {
  const { money } = useLeadTranslations()
  const { locale } = useLocalization()
  const { data: services = [] } = useServices()
  const sellableServices = services.filter(({ cateredTo, currency, isActive }) => {
    return isActive && cateredTo !== 'HOST' && currency === order.currency
  })
  const form = useForm({ serviceUid: '', quantity: '1' })
  const { values, set } = form
  const serviceUid = values.serviceUid || sellableServices[0]?.uid
  const leave = useUnsaved(form.isDirty, staysOpenWith(leadUid, null), close)
  const write = useLeadWrite(
    leadUid,
    (body: { serviceUid: string; quantity: number }, key) => {
      const path = { orderUid: order.uid }
      return call('POST /orders/{orderUid}/order-services', { path, body, key })
    },
    leave,
    () => ({ text: toasts => toasts.serviceAdded }),
  )
  const quantity = Number(values.quantity)
  return (
    <WriteForm
      title={money.addService}
      write={write}
      input={() => (serviceUid ? { serviceUid, quantity } : null)}
      submit={money.addService}
      isDisabled={!serviceUid}
      close={leave}
    >
      {sellableServices.length === 0 ? <p className="quiet">{money.noServices}</p> : null}
      <div className="field-row">
        <Select
          label={money.serviceLabel}
          value={serviceUid ?? ''}
          options={sellableServices.map(({ uid, title, grossPrice, currency }) => {
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
