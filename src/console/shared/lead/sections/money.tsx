/** Line items of an order and its payments. */
import { Button } from 'react-aria-components/Button'
import { call } from '../../../api/call.ts'
import { delayMs } from '../../../api/delayed.ts'
import { may, useSession } from '../../../api/session.tsx'
import { moneyText, timeText } from '../../../i18n/format.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { useAddress } from '../../../routing/address.ts'
import { Icon } from '../../../ui/icons.tsx'
import { PriceLines } from '../../orders/price-lines.tsx'
import { Problem } from '../../problem.tsx'
import { DelayedStatus } from '../../writes/delayed-write.tsx'
import { hasEnded, useDelay, useDelayed } from '../../writes/use-delayed.ts'
import { usePayments } from '../lead.query.ts'
import type { LeadProps } from '../lead-props.ts'
import { isEnded, type Order } from '../leads.query.ts'
import { type MoneyAction, MoneyForm, moneyActions } from './money-forms.tsx'

function readAddress(search: URLSearchParams): { openAction: MoneyAction | null } {
  return { openAction: moneyActions.find(action => action === search.get('add')) ?? null }
}

export function Money({ lead, order }: LeadProps) {
  const texts = useLeadTranslations()
  const { texts: shared } = useLocalization()
  const session = useSession()
  const [{ openAction }, change] = useAddress(readAddress)
  if (!order) {
    const text = lead.type === 'BLOCK' ? texts.money.noOrder : shared.lead.noOrder
    return <p className="quiet">{text}</p>
  }
  const mayWrite = may(session, 'money:write') && lead.status !== 'SAMPLE'
  const offeredActions = moneyActions.filter(
    action => action !== 'refund' || may(session, 'refunds:write'),
  )
  return (
    <>
      <OrderLines order={order} mayWrite={mayWrite} />
      <Payments lead={lead} order={order} />
      {openAction && mayWrite ? (
        <MoneyForm
          key={openAction}
          action={openAction}
          leadUid={lead.uid}
          order={order}
          close={() => change({ add: null })}
        />
      ) : mayWrite ? (
        <div className="part-acts">
          {offeredActions.map(action => (
            <Button key={action} className="button plain" onPress={() => change({ add: action })}>
              {texts.money[titleKeys[action]]}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  )
}

export const titleKeys = {
  payment: 'recordPayment',
  refund: 'recordRefund',
  line: 'addLine',
  service: 'addService',
} as const satisfies Record<MoneyAction, string>

interface OrderLinesProps {
  order: Order
  mayWrite: boolean
}

function OrderLines({ order, mayWrite }: OrderLinesProps) {
  const { locale } = useLocalization()
  const { money } = useLeadTranslations()
  const formatAmount = (value: number) => moneyText(value, order.currency, locale)
  const delay = useDelay()
  const remove = (uid: string, { title, isService }: RemovableLine) => {
    const path = { orderUid: order.uid, uid }
    delay({
      ...{ object: uid, noun: 'orders', action: 'remove', name: title, ms: delayMs.deletion },
      send: sendOptions => {
        const options = { path, ...sendOptions, isDelayed: true }
        return isService
          ? call('DELETE /orders/{orderUid}/order-services/{uid}', options)
          : call('DELETE /orders/{orderUid}/order-adjustments/{uid}', options)
      },
      reads: ['lead', 'leads', 'today', 'calendar'],
    })
  }
  const removable = new Map<string, RemovableLine>()
  for (const { uid, title } of order.services) removable.set(uid, { title, isService: true })
  for (const { uid, note, adjustmentType } of order.adjustmentItems) {
    removable.set(uid, { title: note ?? money.categories[adjustmentType], isService: false })
  }
  const renderRemoveButton = (uid: string) => {
    const removableLine = removable.get(uid)
    return removableLine ? (
      <RemoveButton
        uid={uid}
        label={money.remove(removableLine.title)}
        remove={() => remove(uid, removableLine)}
      />
    ) : null
  }
  return (
    <PriceLines
      priced={order}
      {...(mayWrite && removable.size > 0 ? { renderAside: renderRemoveButton } : {})}
    >
      {order.channelCommission ? (
        <tr className="quiet small">
          <th scope="row">{money.commission}</th>
          <td className="number">{formatAmount(order.channelCommission.amount)}</td>
        </tr>
      ) : null}
    </PriceLines>
  )
}

interface RemovableLine {
  title: string
  isService: boolean
}

/** Removes a line item after a delay in which the user can undo it. */
function RemoveButton(props: { uid: string; label: string; remove: () => void }) {
  const { uid, label, remove } = props
  const delayed = useDelayed(uid)
  if (delayed && !hasEnded(delayed.state)) {
    return <DelayedStatus object={uid} />
  }
  return (
    <Button className="icon-button small" aria-label={label} onPress={remove}>
      <Icon name="close" />
    </Button>
  )
}

function Payments({ lead, order }: { lead: LeadProps['lead']; order: Order }) {
  const { texts: shared, locale, timeZone } = useLocalization()
  const { money } = useLeadTranslations()
  const { data: payments, error, refetch } = usePayments(lead.uid, order.uid)
  const formatAmount = (value: number) => moneyText(value, order.currency, locale)
  const amountDue = isEnded(lead.status) ? 0 : order.balanceAmount
  const delayed = useDelayed(lead.uid)
  const isRecording = delayed?.action === 'payment' && !hasEnded(delayed.state)
  return (
    <>
      <h3>{money.payments}</h3>
      {error ? <Problem error={error} retry={refetch} /> : null}
      <table className="price-lines" aria-label={money.payments}>
        <tbody>
          {isRecording ? (
            <tr className="is-open">
              <th scope="row">{money.payment}</th>
              <td>
                <DelayedStatus object={lead.uid} />
              </td>
            </tr>
          ) : null}
          {payments?.map(payment => (
            <tr key={payment.uid} className={payment.status === 'SUCCESS' ? '' : 'is-open'}>
              <th scope="row">
                {payment.type === 'REFUND' ? money.refund : money.payment}
                <span className="quiet small">
                  {' '}
                  {timeText(payment.createdUtcDateTime, locale, timeZone)}
                  {payment.status === 'SUCCESS' ? '' : `, ${money.statuses[payment.status]}`}
                  {payment.transactionId ? `, ${payment.transactionId}` : ''}
                </span>
              </th>
              <td className="number">{moneyText(payment.amount, payment.currency, locale)}</td>
            </tr>
          ))}
          {payments?.length === 0 ? (
            <tr>
              <td className="quiet" colSpan={2}>
                {money.noPayments}
              </td>
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{money.paid}</th>
            <td className="number">{formatAmount(order.paidAmount)}</td>
          </tr>
          <tr className={amountDue > 0 ? 'total is-due' : 'total'}>
            <th scope="row">
              {isEnded(lead.status)
                ? shared.lead.balanceName
                : amountDue < 0
                  ? money.over
                  : money.due}
            </th>
            <td className="number">
              {isEnded(lead.status) ? shared.lead.nothingDue : formatAmount(Math.abs(amountDue))}
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}
