/** Other dates, another place, other guests or another price, seen before it is written. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../api/call.ts'
import { useHouses } from '../../calendar/houses.read.ts'
import { type House, placeNames } from '../../calendar/lines.ts'
import { useForm, WriteForm } from '../../kit/form.tsx'
import { ChangedMeanwhile, type Meanwhile, useMeanwhile } from '../../kit/meanwhile.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { PriceLines } from '../../orders/price-lines.tsx'
import { dateText, moneyText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { useChanger, useLeadWrite } from '../lead/lead.read.ts'
import type { ActProps } from '../lead/lead-props.ts'
import type { Lead } from '../leads.read.ts'
import { useMessageGuest } from '../messages/message-guest.ts'
import { leadText } from '../title.ts'
import { type Free, Refusal } from './refusal.tsx'
import { changesOf, overridesOf, quoteOf, recalculationOf, type Stay, stayOf } from './stay.ts'
import { PriceFields, StayFields } from './stay-fields.tsx'
import { staysWith } from './stays-with.ts'

export function StayForm({ act, lead, order, close }: ActProps & { act: 'alteration' | 'rebook' }) {
  const words = useLeadWords()
  const { houses } = useHouses()
  const { words: shared, locale } = useSpoken()
  const what = leadText(lead, shared, locale)
  const writeTo = useMessageGuest()
  const form = useForm(stayOf(lead, order))
  const stay = useDeferredValue(form.values)
  const now = stayOf(lead, order)
  const isPriced = lead.type !== 'BLOCK' && order !== null && stay.propertyUid !== ''
  const preview = usePreview(quoteOf(lead.uid, stay, order), isPriced && form.isDirty)
  const { recalculated } = preview.data ?? {}
  const isAnew = stay.price === 'anew' && recalculated !== undefined
  const after = preview.data && (isAnew ? { ...preview.data, ...recalculated } : preview.data)
  const leave = useUnsaved(form.isDirty, staysWith(lead.uid, act), close)
  const write = useLeadWrite(
    lead.uid,
    (given: Stay, key) => {
      const path = { uid: lead.uid }
      const changes = changesOf(others.base, given)
      if (act === 'rebook') {
        const { propertyUid: _, promoCode: __, ...dates } = changes
        return call('POST /leads/{uid}/rebook', { path, body: dates, key })
      }
      const body = { ...changes, ...overridesOf(given, order), ...recalculationOf(given) }
      return call('POST /leads/{uid}/alteration', { path, body, key })
    },
    leave,
    () => ({
      text: toasts => toasts.acts[act](what),
      actions: lead.type === 'BLOCK' ? [] : [writeTo(lead.uid)],
    }),
  )
  const others = useMeanwhile(form, { values: now, isPending: write.isPending })
  const isChanged = others.names.length > 0
  const pick = ({ checkInLocalDate, checkOutLocalDate, unitUid }: Free) => {
    write.forget()
    const unit = unitUid === null ? {} : { unitUid }
    form.change({ checkIn: checkInLocalDate, checkOut: checkOutLocalDate, ...unit })
  }
  const pickUnit = (unitUid: string) => {
    write.forget()
    form.change({ unitUid })
  }
  const again = () => void (write.error ? write.run(form.values) : preview.refetch())
  const refused = write.error ?? (form.isDirty ? preview.error : null)
  return (
    <WriteForm
      title={words.act[act]}
      write={write}
      given={() => form.values}
      submit={act === 'rebook' ? words.act.rebook : words.stay.save}
      isDisabled={isChanged || (act === 'alteration' && !form.isDirty)}
      close={leave}
      problem={null}
    >
      <StayFields form={form} houses={houses} lead={lead} isFixed={act === 'rebook'} />
      {isPriced && act === 'alteration' ? <PriceFields form={form} /> : null}
      {isChanged ? <Changes {...{ lead, houses, others, now }} /> : null}
      {refused ? (
        <Refusal error={refused} leadUid={lead.uid} {...{ pick, pickUnit, again }} />
      ) : null}
      {after && !refused && order && form.isDirty ? (
        <>
          <Comparison before={order} after={after} />
          <PriceLines priced={after} />
          {isAnew ? null : <IfAnew after={after} anew={recalculated} />}
        </>
      ) : null}
    </WriteForm>
  )
}

interface ChangesProps {
  lead: Lead
  houses: readonly House[]
  others: Meanwhile<Stay>
  now: Stay
}

/** What somebody else has made of the stay. */
function Changes({ lead, houses, others, now }: ChangesProps) {
  const { stay: words } = useLeadWords()
  const { locale } = useSpoken()
  const labels: Record<keyof Stay, string> = {
    ...words,
    propertyUid: words.property,
    unitUid: words.unit,
    checkIn: words.arrival,
    checkInTime: words.arrivalTime,
    checkOut: words.departure,
    checkOutTime: words.departureTime,
  }
  const textOf = (name: keyof Stay, stay: Stay) => {
    if (name === 'checkIn' || name === 'checkOut') return dateText(stay[name], locale, 'weekday')
    if (name !== 'propertyUid' && name !== 'unitUid') return stay[name]
    return placeNames(houses, stay)[name]
  }
  return (
    <ChangedMeanwhile
      changes={others.names.map(name => ({
        name: labels[name],
        before: textOf(name, others.base),
        now: textOf(name, now),
      }))}
      {...useChanger(lead.uid, true)}
      {...others}
    />
  )
}

/** What the stay would cost; stores nothing. */
function usePreview(body: ReturnType<typeof quoteOf>, isWanted: boolean) {
  return useQuery({
    queryKey: ['lead', body.leadUid, 'preview', body],
    enabled: isWanted && body.checkInDate < body.checkOutDate,
    staleTime: 0,
    queryFn: async ({ signal }) => (await call('POST /quotes', { body, signal })).quote,
  })
}

interface ComparisonProps {
  before: { totalAmount: number; currency: string }
  after: { totalAmount: number; currency: string }
}

function Comparison({ before, after }: ComparisonProps) {
  const { locale } = useSpoken()
  const { stay } = useLeadWords()
  const text = (value: number, currency = after.currency) => moneyText(value, currency, locale)
  const difference = after.totalAmount - before.totalAmount
  return (
    <dl className="money-strip">
      <div>
        <dt>{stay.before}</dt>
        <dd>{text(before.totalAmount, before.currency)}</dd>
      </div>
      <div>
        <dt>{stay.after}</dt>
        <dd>{text(after.totalAmount)}</dd>
      </div>
      {before.currency === after.currency ? (
        <div className={difference > 0 ? 'is-due' : ''}>
          <dt>{stay.difference}</dt>
          <dd>
            {difference > 0 ? '+' : ''}
            {text(difference)}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

interface IfAnewProps {
  after: { totalAmount: number; currency: string }
  anew: { totalAmount: number } | null | undefined
}

/** Price of today, where it is another one than that of agreed nights. */
function IfAnew({ after, anew }: IfAnewProps) {
  const { locale } = useSpoken()
  const { stay } = useLeadWords()
  if (!anew || anew.totalAmount === after.totalAmount) return null
  return <p className="quiet">{stay.ifAnew(moneyText(anew.totalAmount, after.currency, locale))}</p>
}
