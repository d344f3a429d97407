/** Form that changes dates, property, guests or price of a stay, with a preview of the price. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../../api/call.ts'
import { dateText, moneyText } from '../../../i18n/format.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import {
  type EditConflict,
  EditConflictNotice,
  useEditConflict,
} from '../../../ui/edit-conflict.tsx'
import { useForm } from '../../../ui/form.tsx'
import { PriceLines } from '../../orders/price-lines.tsx'
import { useProperties } from '../../properties.query.ts'
import { type CalendarProperty, propertyNames } from '../../property.ts'
import { WriteForm } from '../../writes/write-form.tsx'
import { useMessageGuest } from '../guest-messages.ts'
import { useLastChange, useLeadWrite } from '../lead.query.ts'
import type { ActionProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'
import type { Lead } from '../leads.query.ts'
import { leadText } from '../title.ts'
import { ActionError, type FreeNights } from './action-error.tsx'
import {
  changedFields,
  previewBody,
  priceOverrides,
  readStay,
  recalculation,
  type Stay,
} from './stay.ts'
import { PriceFields, StayFields } from './stay-fields.tsx'

export function StayForm({
  action,
  lead,
  order,
  close,
}: ActionProps & { action: 'alteration' | 'rebook' }) {
  const texts = useLeadTranslations()
  const { properties } = useProperties()
  const { texts: sharedTexts, locale } = useLocalization()
  const name = leadText(lead, sharedTexts, locale)
  const messageGuest = useMessageGuest()
  const form = useForm(readStay(lead, order))
  const deferredStay = useDeferredValue(form.values)
  const current = readStay(lead, order)
  const hasPrice = lead.type !== 'BLOCK' && order !== null && deferredStay.propertyUid !== ''
  const preview = usePreview(previewBody(lead.uid, deferredStay, order), hasPrice && form.isDirty)
  const { recalculated } = preview.data ?? {}
  const isRecalculated = deferredStay.price === 'anew' && recalculated !== undefined
  const after =
    preview.data && (isRecalculated ? { ...preview.data, ...recalculated } : preview.data)
  const leave = useUnsaved(form.isDirty, staysOpenWith(lead.uid, action), close)
  const write = useLeadWrite(
    lead.uid,
    (input: Stay, key) => {
      const path = { uid: lead.uid }
      const changes = changedFields(conflict.base, input)
      if (action === 'rebook') {
        const { propertyUid: _, promoCode: __, ...dates } = changes
        return call('POST /leads/{uid}/rebook', { path, body: dates, key })
      }
      const body = { ...changes, ...priceOverrides(input, order), ...recalculation(input) }
      return call('POST /leads/{uid}/alteration', { path, body, key })
    },
    leave,
    () => ({
      text: toasts => toasts.leadActions[action](name),
      actions: lead.type === 'BLOCK' ? [] : [messageGuest(lead.uid)],
    }),
  )
  const conflict = useEditConflict(form, { values: current, isPending: write.isPending })
  const hasConflict = conflict.names.length > 0
  const pick = ({ checkInLocalDate, checkOutLocalDate, unitUid }: FreeNights) => {
    write.clearError()
    const unit = unitUid === null ? {} : { unitUid }
    form.change({ checkIn: checkInLocalDate, checkOut: checkOutLocalDate, ...unit })
  }
  const pickUnit = (unitUid: string) => {
    write.clearError()
    form.change({ unitUid })
  }
  const retry = () => void (write.error ? write.run(form.values) : preview.refetch())
  const error = write.error ?? (form.isDirty ? preview.error : null)
  return (
    <WriteForm
      title={texts.act[action]}
      write={write}
      input={() => form.values}
      submit={action === 'rebook' ? texts.act.rebook : texts.stay.save}
      isDisabled={hasConflict || (action === 'alteration' && !form.isDirty)}
      close={leave}
      problem={null}
    >
      <StayFields form={form} properties={properties} lead={lead} isFixed={action === 'rebook'} />
      {hasPrice && action === 'alteration' ? <PriceFields form={form} /> : null}
      {hasConflict ? <Changes {...{ lead, properties, conflict, current }} /> : null}
      {error ? (
        <ActionError error={error} leadUid={lead.uid} {...{ pick, pickUnit, retry }} />
      ) : null}
      {after && !error && order && form.isDirty ? (
        <>
          <Comparison before={order} after={after} />
          <PriceLines priced={after} />
          {isRecalculated ? null : <RecalculatedPrice after={after} recalculated={recalculated} />}
        </>
      ) : null}
    </WriteForm>
  )
}

interface ChangesProps {
  lead: Lead
  properties: readonly CalendarProperty[]
  conflict: EditConflict<Stay>
  current: Stay
}

/** Shows changes of the stay by another user. */
function Changes({ lead, properties, conflict, current }: ChangesProps) {
  const { stay: texts } = useLeadTranslations()
  const { locale } = useLocalization()
  const labels: Record<keyof Stay, string> = {
    ...texts,
    propertyUid: texts.property,
    unitUid: texts.unit,
    checkIn: texts.arrival,
    checkInTime: texts.arrivalTime,
    checkOut: texts.departure,
    checkOutTime: texts.departureTime,
  }
  const formatValue = (name: keyof Stay, stay: Stay) => {
    if (name === 'checkIn' || name === 'checkOut') return dateText(stay[name], locale, 'weekday')
    if (name !== 'propertyUid' && name !== 'unitUid') return stay[name]
    return propertyNames(properties, stay)[name]
  }
  return (
    <EditConflictNotice
      changes={conflict.names.map(name => ({
        name: labels[name],
        before: formatValue(name, conflict.base),
        now: formatValue(name, current),
      }))}
      {...useLastChange(lead.uid)}
      {...conflict}
    />
  )
}

/** Quotes the changed stay, without storing anything. */
function usePreview(body: ReturnType<typeof previewBody>, isEnabled: boolean) {
  return useQuery({
    queryKey: ['lead', body.leadUid, 'preview', body],
    enabled: isEnabled && body.checkInDate < body.checkOutDate,
    staleTime: 0,
    queryFn: async ({ signal }) => (await call('POST /quotes', { body, signal })).quote,
  })
}

interface ComparisonProps {
  before: { totalAmount: number; currency: string }
  after: { totalAmount: number; currency: string }
}

function Comparison({ before, after }: ComparisonProps) {
  const { locale } = useLocalization()
  const { stay } = useLeadTranslations()
  const formatAmount = (value: number, currency = after.currency) =>
    moneyText(value, currency, locale)
  const difference = after.totalAmount - before.totalAmount
  return (
    <dl className="money-strip">
      <div>
        <dt>{stay.before}</dt>
        <dd>{formatAmount(before.totalAmount, before.currency)}</dd>
      </div>
      <div>
        <dt>{stay.after}</dt>
        <dd>{formatAmount(after.totalAmount)}</dd>
      </div>
      {before.currency === after.currency ? (
        <div className={difference > 0 ? 'is-due' : ''}>
          <dt>{stay.difference}</dt>
          <dd>
            {difference > 0 ? '+' : ''}
            {formatAmount(difference)}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

interface RecalculatedPriceProps {
  after: { totalAmount: number; currency: string }
  recalculated: { totalAmount: number } | null | undefined
}

/** Shows the recalculated price, if it differs from the agreed one. */
function RecalculatedPrice({ after, recalculated }: RecalculatedPriceProps) {
  const { locale } = useLocalization()
  const { stay } = useLeadTranslations()
  if (!recalculated || recalculated.totalAmount === after.totalAmount) return null
  return (
    <p className="quiet">
      {stay.ifAnew(moneyText(recalculated.totalAmount, after.currency, locale))}
    </p>
  )
}
