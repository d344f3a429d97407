/** Page that quotes, holds or books a stay at the displayed price. */
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiProblem } from '../api/problem.ts'
import { moneyText } from '../i18n/format.ts'
import { useLeadTranslations } from '../i18n/lead-translations.ts'
import { useLocalization, useTranslations } from '../i18n/translations.tsx'
import { useAddress } from '../routing/address.ts'
import { lazyComponent } from '../routing/lazy.ts'
import { staysOnPage, useUnsaved } from '../routing/unsaved.ts'
import type { FreeNights } from '../shared/lead/actions/action-error.tsx'
import { useServices } from '../shared/lead/lead.query.ts'
import type { Priced, Quote } from '../shared/orders/lines.ts'
import { Problem } from '../shared/problem.tsx'
import { useProperties } from '../shared/properties.query.ts'
import { fieldError, WriteForm } from '../shared/writes/write-form.tsx'
import { type Form, Input, useForm } from '../ui/form.tsx'
import { useDebounced } from '../ui/timers.ts'
import { FreeProperties } from './free-properties.tsx'
import { GuestFields } from './guest-fields.tsx'
import { QuotePrice } from './quote-price.tsx'
import { type Kind, kinds, type QuoteInput, readQuoteInput } from './quote-request.ts'
import { type QuoteResult, useQuote, useQuoteWrite } from './quotes.query.ts'
import { withServices } from './services.ts'
import { StayFields } from './stay-fields.tsx'

const ActionError = lazyComponent(
  async () => (await import('../shared/lead/actions/action-error.tsx')).ActionError,
)
const HeldQuote = lazyComponent(async () => (await import('./held-quote.tsx')).HeldQuote)

export function QuotePage() {
  const texts = useTranslations()
  const [, navigate] = useLocation()
  const [initialInput, changeAddress] = useAddress(readQuoteInput)
  const form = useForm(initialInput)
  const [held, setHeld] = useState<{ leadUid: string; displayedTotal: number | null } | null>(null)
  const { values } = form
  const leave = useUnsaved(form.isDirty && !held, staysOnPage)
  const { kind, propertyUid, unitUid, from, to } = values
  useEffect(() => {
    changeAddress({ as: kind, propertyUid, unitUid, from, to }, { replace: true })
  }, [changeAddress, kind, propertyUid, unitUid, from, to])
  const finish = ({ leadUid, isHeld }: QuoteResult, displayedTotal: number | null) => {
    leave()
    if (isHeld) setHeld({ leadUid, displayedTotal })
    else navigate(`/reservations/${leadUid}`)
  }
  return (
    <section className="quote-page" aria-labelledby="quote-title">
      <h1 id="quote-title">{texts.pages.quote}</h1>
      {held ? (
        <Suspense fallback={<p className="quiet">{texts.frame.loading}</p>}>
          <HeldQuote
            {...held}
            restart={() => setHeld(null)}
            onBooked={() => navigate(`/reservations/${held.leadUid}`)}
          />
        </Suspense>
      ) : (
        <QuoteForm form={form} finish={finish} setHeld={setHeld} />
      )}
    </section>
  )
}

interface QuoteFormProps {
  form: Form<QuoteInput>
  finish: (result: QuoteResult, displayedTotal: number | null) => void
  setHeld: (held: { leadUid: string; displayedTotal: number | null }) => void
}

function QuoteForm({ form, finish, setHeld }: QuoteFormProps) {
  const { properties } = useProperties()
  const { values } = form
  const debouncedValues = useDebounced(values)
  const quote = useQuote(debouncedValues)
  const { data: services = [] } = useServices()
  const priced = quote.data ? withServices(quote.data, services, values.services) : null
  const [stayTotal, displayedTotal] = [quote.data?.totalAmount ?? null, priced?.totalAmount ?? null]
  const [heldLeadUid, setHeldLeadUid] = useState<string | null>(null)
  const write = useQuoteWrite(setHeldLeadUid, result => finish(result, displayedTotal))
  // If booking fails after the hold, the held quote is displayed.
  useEffect(() => {
    if (write.error && !write.isPending && heldLeadUid)
      setHeld({ leadUid: heldLeadUid, displayedTotal })
  }, [write.error, write.isPending, heldLeadUid, setHeld, displayedTotal])
  // A price can be accepted only if it belongs to the present input.
  const isCurrent = debouncedValues === values && quote.data !== undefined && !quote.isFetching
  const error = write.error ?? quote.error
  const retry = () => {
    if (!write.error) void quote.refetch()
    else if (isCurrent) void write.run({ input: values, stayTotal, ignoresRules: false })
  }
  const { quote: texts } = useLeadTranslations()
  return (
    <WriteForm
      write={write}
      input={() => (isCurrent ? { input: values, stayTotal, ignoresRules: false } : null)}
      submit={<Submit kind={values.kind} priced={quote.error ? null : priced} />}
      isDisabled={!isCurrent}
      problem={null}
    >
      <div className="quote-columns">
        <StayFields form={form} properties={properties} />
        <div className="quote-card card">
          <FreeProperties
            input={debouncedValues}
            select={propertyUid => form.change({ propertyUid })}
          />
          <KindChoice form={form} error={write.error} />
          {quote.error ? null : (
            <QuotePrice {...{ form, services }} quote={priced} isPending={quote.isFetching} />
          )}
          {error && !isRefusal(error) ? <Problem error={error} retry={retry} /> : null}
          {isRefusal(error) ? (
            <Suspense>
              <div ref={write.error ? scrollToError : null}>
                <ActionError
                  error={error}
                  retry={retry}
                  {...alternatives(form, write, texts.overrule)}
                />
              </div>
            </Suspense>
          ) : null}
        </div>
        <GuestFields form={form} error={write.error} />
      </div>
    </WriteForm>
  )
}

/** Returns alternatives after an error: other nights, another unit, or overriding a rule. */
function alternatives(
  form: Form<QuoteInput>,
  write: ReturnType<typeof useQuoteWrite>,
  overrule: Record<Kind, string>,
) {
  const apply = (changes: Partial<QuoteInput>) => {
    write.clearError()
    form.change(changes)
  }
  return {
    pick: ({ checkInLocalDate: from, checkOutLocalDate: to, unitUid }: FreeNights) =>
      apply({ from, to, ...(unitUid ? { unitUid } : {}) }),
    pickUnit: (unitUid: string) => apply({ unitUid }),
    overrule: {
      text: overrule[form.values.kind],
      run: () => void write.run({ input: form.values, stayTotal: null, ignoresRules: true }),
    },
  }
}

/** Returns true for an error whose display is loaded; without a connection it cannot be. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.status < 500
}

/** Scrolls to an error that may be outside the viewport. */
function scrollToError(error: HTMLElement | null): void {
  error?.scrollIntoView({ block: 'nearest' })
}

/** Text of the submit button, with the total, because phones show the price elsewhere. */
function Submit({ kind, priced }: { kind: Kind; priced: (Quote & Priced) | null }) {
  const { locale } = useLocalization()
  const { quote: texts } = useLeadTranslations()
  return (
    <>
      {texts.submits[kind]}
      {priced ? (
        <span className="submit-total number">
          {' · '}
          {moneyText(priced.totalAmount, priced.currency, locale)}
        </span>
      ) : null}
    </>
  )
}

function KindChoice({ form: { values, set }, error }: { form: Form<QuoteInput>; error: unknown }) {
  const { quote: texts } = useLeadTranslations()
  return (
    <div className="kinds" role="radiogroup" aria-label={texts.as}>
      <div className="toggle">
        {kinds.map((kind: Kind) => (
          <label key={kind} className="kind">
            <input
              type="radio"
              name="kind"
              checked={values.kind === kind}
              onChange={() => set('kind', kind)}
            />
            <span>{texts.kinds[kind]}</span>
          </label>
        ))}
      </div>
      <p className="quiet small">{texts.kindTexts[values.kind]}</p>
      {values.kind === 'hold' ? (
        <Input
          type="number"
          label={texts.minutes}
          error={fieldError({ error }, 'holdMinutes')}
          {...{ min: 1, max: 1_440 }}
          value={values.minutes || '15'}
          change={text => set('minutes', text)}
        />
      ) : null}
    </div>
  )
}
