/** The order of a lead line by line, and what was paid of it. */
import { Button } from 'react-aria-components/Button'
import { useAddress } from '../../address.ts'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import { may, useSession } from '../../api/session.tsx'
import { Doing } from '../../kit/delayed/doing.tsx'
import { isSettled, useDelay, useDelayed } from '../../kit/delayed/use-delayed.ts'
import { Icon } from '../../kit/icons.tsx'
import { Problem } from '../../kit/problem.tsx'
import { PriceLines } from '../../orders/price-lines.tsx'
import { moneyText, timeText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { usePayments } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'
import { isEnded, type Order } from '../leads.read.ts'
import { type MoneyAct, MoneyForm, moneyActs } from './money-forms.tsx'

function read(search: URLSearchParams): { add: MoneyAct | null } {
  return { add: moneyActs.find(one => one === search.get('add')) ?? null }
}

export function Money({ lead, order }: LeadProps) {
  const words = useLeadWords()
  const { words: shared } = useSpoken()
  const session = useSession()
  const [{ add }, change] = useAddress(read)
  if (!order) {
    const text = lead.type === 'BLOCK' ? words.money.noOrder : shared.lead.noOrder
    return <p className="quiet">{text}</p>
  }
  const mayWrite = may(session, 'money:write') && lead.status !== 'SAMPLE'
  const open = moneyActs.filter(act => act !== 'refund' || may(session, 'refunds:write'))
  return (
    <>
      <OrderLines order={order} mayWrite={mayWrite} />
      <Payments lead={lead} order={order} />
      {add && mayWrite ? (
        <MoneyForm
          key={add}
          act={add}
          leadUid={lead.uid}
          order={order}
          close={() => change({ add: null })}
        />
      ) : mayWrite ? (
        <div className="part-acts">
          {open.map(act => (
            <Button key={act} className="button plain" onPress={() => change({ add: act })}>
              {words.money[titles[act]]}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  )
}

export const titles = {
  payment: 'recordPayment',
  refund: 'recordRefund',
  line: 'addLine',
  service: 'addService',
} as const satisfies Record<MoneyAct, string>

interface OrderLinesProps {
  order: Order
  mayWrite: boolean
}

function OrderLines({ order, mayWrite }: OrderLinesProps) {
  const { locale } = useSpoken()
  const { money } = useLeadWords()
  const amount = (value: number) => moneyText(value, order.currency, locale)
  const delay = useDelay()
  const remove = (uid: string, { title, isService }: Removable) => {
    const path = { orderUid: order.uid, uid }
    delay({
      ...{ object: uid, noun: 'orders', action: 'remove', what: title, ms: delayMs.deletion },
      send: sending => {
        const given = { path, ...sending, isDelayed: true }
        return isService
          ? call('DELETE /orders/{orderUid}/order-services/{uid}', given)
          : call('DELETE /orders/{orderUid}/order-adjustments/{uid}', given)
      },
      reads: ['lead', 'leads', 'today', 'calendar'],
    })
  }
  const removable = new Map<string, Removable>()
  for (const { uid, title } of order.services) removable.set(uid, { title, isService: true })
  for (const { uid, note, adjustmentType } of order.adjustmentItems) {
    removable.set(uid, { title: note ?? money.categories[adjustmentType], isService: false })
  }
  const beside = (uid: string) => {
    const found = removable.get(uid)
    return found ? (
      <RemoveButton uid={uid} label={money.remove(found.title)} remove={() => remove(uid, found)} />
    ) : null
  }
  return (
    <PriceLines priced={order} {...(mayWrite && removable.size > 0 ? { beside } : {})}>
      {order.channelCommission ? (
        <tr className="quiet small">
          <th scope="row">{money.commission}</th>
          <td className="number">{amount(order.channelCommission.amount)}</td>
        </tr>
      ) : null}
    </PriceLines>
  )
}

interface Removable {
  title: string
  isService: boolean
}

/** Takes a line off, which can be taken back for some seconds. */
function RemoveButton(props: { uid: string; label: string; remove: () => void }) {
  const { uid, label, remove } = props
  const delayed = useDelayed(uid)
  if (delayed && !isSettled(delayed.state)) {
    return <Doing object={uid} />
  }
  return (
    <Button className="icon-button small" aria-label={label} onPress={remove}>
      <Icon name="close" />
    </Button>
  )
}

function Payments({ lead, order }: { lead: LeadProps['lead']; order: Order }) {
  const { words: shared, locale } = useSpoken()
  const { money } = useLeadWords()
  const { data: payments, error, refetch } = usePayments(lead.uid, order.uid)
  const amount = (value: number) => moneyText(value, order.currency, locale)
  const due = isEnded(lead.status) ? 0 : order.balanceAmount
  const delayed = useDelayed(lead.uid)
  const isRecording = delayed?.action === 'payment' && !isSettled(delayed.state)
  return (
    <>
      <h3>{money.payments}</h3>
      {error ? <Problem error={error} again={refetch} /> : null}
      <table className="price-lines" aria-label={money.payments}>
        <tbody>
          {isRecording ? (
            <tr className="is-open">
              <th scope="row">{money.payment}</th>
              <td>
                <Doing object={lead.uid} />
              </td>
            </tr>
          ) : null}
          {payments?.map(payment => (
            <tr key={payment.uid} className={payment.status === 'SUCCESS' ? '' : 'is-open'}>
              <th scope="row">
                {payment.type === 'REFUND' ? money.refund : money.payment}
                <span className="quiet small">
                  {' '}
                  {timeText(payment.createdUtcDateTime, locale)}
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
            <td className="number">{amount(order.paidAmount)}</td>
          </tr>
          <tr className={due > 0 ? 'total is-due' : 'total'}>
            <th scope="row">
              {isEnded(lead.status) ? shared.lead.balanceName : due < 0 ? money.over : money.due}
            </th>
            <td className="number">
              {isEnded(lead.status) ? shared.lead.nothingDue : amount(Math.abs(due))}
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}
