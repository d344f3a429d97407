/** A stay is quoted, held or booked: what is shown is what is booked. */
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useAddress } from '../address.ts'
import { useHouses } from '../calendar/houses.read.ts'
import { comesLater } from '../comes-later.ts'
import { type Form, Input, useForm, WriteForm, wrong } from '../kit/form.tsx'
import { useLater } from '../kit/later.ts'
import { useUnsaved } from '../kit/unsaved.ts'
import { type Free, Refusal } from '../leads/acts/refusal.tsx'
import { useServices } from '../leads/lead/lead.read.ts'
import type { Priced, Quote } from '../orders/lines.ts'
import { moneyText } from '../words/format.ts'
import { useLeadWords } from '../words/lead-words.ts'
import { useSpoken, useWords } from '../words/words.tsx'
import { FreeHouses } from './free-houses.tsx'
import { GuestFields } from './guest-fields.tsx'
import { QuotePrice } from './quote-price.tsx'
import { type Outcome, useOrdering, useQuote } from './quotes.read.ts'
import { withServices } from './services.ts'
import { StayFields } from './stay-fields.tsx'
import { type Kind, kinds, type Wanted, wantedOf } from './wanted.ts'

const SealedQuote = comesLater(async () => (await import('./sealed-quote.tsx')).SealedQuote)

/** The page keeps what is typed, whatever its own address says. */
const staysHere = (next: URL) => next.pathname.endsWith('/quote')

export function QuotePage() {
  const words = useWords()
  const [, navigate] = useLocation()
  const [first, change] = useAddress(wantedOf)
  const form = useForm(first)
  const [held, setHeld] = useState<{ leadUid: string; shown: number | null } | null>(null)
  const { values } = form
  const leave = useUnsaved(form.isDirty && !held, staysHere)
  const { kind, propertyUid, unitUid, from, to } = values
  useEffect(() => {
    change({ as: kind, propertyUid, unitUid, from, to }, { replace: true })
  }, [change, kind, propertyUid, unitUid, from, to])
  const finish = ({ leadUid, isHeld }: Outcome, shown: number | null) => {
    leave()
    if (isHeld) setHeld({ leadUid, shown })
    else navigate(`/leads/${leadUid}`)
  }
  return (
    <section className="quote-page" aria-labelledby="quote-title">
      <h1 id="quote-title">{words.pages.quote}</h1>
      {held ? (
        <Suspense fallback={<p className="quiet">{words.frame.loading}</p>}>
          <SealedQuote
            {...held}
            again={() => setHeld(null)}
            booked={() => navigate(`/leads/${held.leadUid}`)}
          />
        </Suspense>
      ) : (
        <QuoteForm form={form} finish={finish} sealed={setHeld} />
      )}
    </section>
  )
}

interface QuoteFormProps {
  form: Form<Wanted>
  finish: (outcome: Outcome, shown: number | null) => void
  sealed: (held: { leadUid: string; shown: number | null }) => void
}

function QuoteForm({ form, finish, sealed }: QuoteFormProps) {
  const { houses } = useHouses()
  const { values } = form
  const later = useLater(values)
  const quote = useQuote(later)
  const { data: services = [] } = useServices()
  const priced = quote.data ? withServices(quote.data, services, values.services) : null
  const [total, shown] = [quote.data?.totalAmount ?? null, priced?.totalAmount ?? null]
  const [heldUid, setHeldUid] = useState<string | null>(null)
  const ordering = useOrdering(setHeldUid, outcome => finish(outcome, shown))
  // The nights are held, but not booked: there is a word to be said about it.
  useEffect(() => {
    if (ordering.error && !ordering.isPending && heldUid) sealed({ leadUid: heldUid, shown })
  }, [ordering.error, ordering.isPending, heldUid, sealed, shown])
  const refused = ordering.error ?? quote.error
  const again = () => {
    if (!ordering.error) void quote.refetch()
    else if (isCurrent) void ordering.run({ wanted: values, total, isOverruling: false })
  }
  const { quote: words } = useLeadWords()
  const isCurrent = later === values && quote.data !== undefined && !quote.isFetching
  return (
    <WriteForm
      write={ordering}
      given={() => (isCurrent ? { wanted: values, total, isOverruling: false } : null)}
      submit={<Submit kind={values.kind} priced={quote.error ? null : priced} />}
      isDisabled={!isCurrent}
      problem={null}
    >
      <div className="quote-columns">
        <StayFields form={form} houses={houses} />
        <div className="quote-card card">
          <FreeHouses wanted={later} take={propertyUid => form.change({ propertyUid })} />
          <Kinds form={form} error={ordering.error} />
          {quote.error ? null : (
            <QuotePrice {...{ form, services }} quote={priced} isPending={quote.isFetching} />
          )}
          {refused ? (
            <div ref={ordering.error ? show : null}>
              <Refusal error={refused} again={again} {...waysOut(form, ordering, words.overrule)} />
            </div>
          ) : null}
        </div>
        <GuestFields form={form} error={ordering.error} />
      </div>
    </WriteForm>
  )
}

/** Other nights, another unit, or the same in spite of a rule. */
function waysOut(
  form: Form<Wanted>,
  ordering: ReturnType<typeof useOrdering>,
  overrule: Record<Kind, string>,
) {
  const take = (some: Partial<Wanted>) => {
    ordering.forget()
    form.change(some)
  }
  return {
    pick: ({ checkInLocalDate: from, checkOutLocalDate: to, unitUid }: Free) =>
      take({ from, to, ...(unitUid ? { unitUid } : {}) }),
    pickUnit: (unitUid: string) => take({ unitUid }),
    overrule: {
      text: overrule[form.values.kind],
      run: () => void ordering.run({ wanted: form.values, total: null, isOverruling: true }),
    },
  }
}

/** What is refused may be out of sight where the button is. */
function show(refused: HTMLElement | null): void {
  refused?.scrollIntoView({ block: 'nearest' })
}

/** On a phone the price is out of sight where the button is. */
function Submit({ kind, priced }: { kind: Kind; priced: (Quote & Priced) | null }) {
  const { locale } = useSpoken()
  const { quote: words } = useLeadWords()
  return (
    <>
      {words.submits[kind]}
      {priced ? (
        <span className="submit-total number">
          {' · '}
          {moneyText(priced.totalAmount, priced.currency, locale)}
        </span>
      ) : null}
    </>
  )
}

function Kinds({ form: { values, set }, error }: { form: Form<Wanted>; error: unknown }) {
  const { quote: words } = useLeadWords()
  return (
    <div className="kinds" role="radiogroup" aria-label={words.as}>
      <div className="toggle">
        {kinds.map((kind: Kind) => (
          <label key={kind} className="kind">
            <input
              type="radio"
              name="kind"
              checked={values.kind === kind}
              onChange={() => set('kind', kind)}
            />
            <span>{words.kinds[kind]}</span>
          </label>
        ))}
      </div>
      <p className="quiet small">{words.kindTexts[values.kind]}</p>
      {values.kind === 'hold' ? (
        <Input
          type="number"
          label={words.minutes}
          error={wrong({ error }, 'holdMinutes')}
          {...{ min: 1, max: 1_440 }}
          value={values.minutes || '15'}
          change={text => set('minutes', text)}
        />
      ) : null}
    </div>
  )
}
