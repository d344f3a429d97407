/** Other dates, another place, other guests or another price, seen before it is written. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../api/call.ts'
import { useHouses } from '../../calendar/houses.read.ts'
import { useForm, WriteForm } from '../../kit/form.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { PriceLines } from '../../orders/price-lines.tsx'
import { moneyText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { useLeadWrite } from '../lead/lead.read.ts'
import type { ActProps } from '../lead/lead-props.ts'
import { type Free, Refusal } from './refusal.tsx'
import { changesOf, overridesOf, quoteOf, type Stay, stayOf } from './stay.ts'
import { PriceFields, StayFields } from './stay-fields.tsx'
import { staysWith } from './stays-with.ts'

export function StayForm({ act, lead, order, close }: ActProps & { act: 'alteration' | 'rebook' }) {
  const words = useLeadWords()
  const { houses } = useHouses()
  const form = useForm(stayOf(lead, order))
  const stay = useDeferredValue(form.values)
  const before = stayOf(lead, order)
  const isPriced = lead.type !== 'BLOCK' && order !== null && stay.propertyUid !== ''
  const preview = usePreview(quoteOf(lead.uid, stay, order), isPriced && form.isDirty)
  const leave = useUnsaved(form.isDirty, staysWith(lead.uid, act), close)
  const write = useLeadWrite(
    lead.uid,
    (given: Stay, key) => {
      const path = { uid: lead.uid }
      const changes = changesOf(before, given)
      if (act === 'rebook') {
        const { propertyUid: _, promoCode: __, ...dates } = changes
        return call('POST /leads/{uid}/rebook', { path, body: dates, key })
      }
      const body = { ...changes, ...overridesOf(given, order) }
      return call('POST /leads/{uid}/alteration', { path, body, key })
    },
    leave,
  )
  const pick = ({ checkInLocalDate, checkOutLocalDate, unitUid }: Free) => {
    write.forget()
    const unit = unitUid === null ? {} : { unitUid }
    form.change({ checkIn: checkInLocalDate, checkOut: checkOutLocalDate, ...unit })
  }
  const pickUnit = (unitUid: string) => {
    write.forget()
    form.change({ unitUid })
  }
  const refused = write.error ?? (form.isDirty ? preview.error : null)
  return (
    <WriteForm
      title={words.act[act]}
      write={write}
      given={() => form.values}
      submit={act === 'rebook' ? words.act.rebook : words.stay.save}
      isDisabled={act === 'alteration' && !form.isDirty}
      close={leave}
      problem={null}
    >
      <StayFields form={form} houses={houses} lead={lead} isFixed={act === 'rebook'} />
      {isPriced && act === 'alteration' ? <PriceFields form={form} /> : null}
      {refused ? <Refusal error={refused} leadUid={lead.uid} {...{ pick, pickUnit }} /> : null}
      {preview.data && !refused && order && form.isDirty ? (
        <>
          <Comparison before={order} after={preview.data} />
          <PriceLines priced={preview.data} />
        </>
      ) : null}
    </WriteForm>
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
