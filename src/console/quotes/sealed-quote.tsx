/** Nights and price are kept: booked at just this price, or let go. */
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { Countdown } from '../kit/countdown.tsx'
import { WriteForm } from '../kit/form.tsx'
import { useNow } from '../kit/now.ts'
import { Problem } from '../kit/problem.tsx'
import { Refusal } from '../leads/acts/refusal.tsx'
import { useLeadWrite } from '../leads/lead/lead.read.ts'
import { useLead, useOrder } from '../leads/leads.read.ts'
import { leadText } from '../leads/title.ts'
import { PriceLines } from '../orders/price-lines.tsx'
import { dayTimeText, moneyText } from '../words/format.ts'
import { useLeadWords } from '../words/lead-words.ts'
import { useSpoken } from '../words/words.tsx'

/** There is nothing to be said beside it. */
const empty = {}

interface SealedQuoteProps {
  leadUid: string
  /** The total that was shown before. */
  shown: number | null
  again: () => void
  booked: () => void
}

export function SealedQuote({ leadUid, shown, again, booked }: SealedQuoteProps) {
  const { words: shared, locale } = useSpoken()
  const { quote: words } = useLeadWords()
  const { data: lead, error } = useLead(leadUid)
  const { data: order } = useOrder(leadUid)
  const path = { uid: leadUid }
  const stay = lead ? leadText(lead, shared, locale) : ''
  const book = useLeadWrite(
    leadUid,
    (_: typeof empty, key) => call('POST /leads/{uid}/mark-as-booked', { path, body: {}, key }),
    booked,
    () => ({ text: toasts => toasts.acts['mark-as-booked'](stay) }),
  )
  const release = useLeadWrite(
    leadUid,
    (_: typeof empty, key) => call('POST /leads/{uid}/close', { path, body: {}, key }),
    again,
    () => ({ text: toasts => toasts.released(stay) }),
  )
  const now = useNow(1_000)
  if (error) return <Problem error={error} again={again} />
  if (!lead || !order) return <p className="quiet quote-wait">{shared.frame.loading}</p>
  const amount = (value: number) => moneyText(value, order.currency, locale)
  const until = lead.holdExpiresUtcDateTime
  // From that instant on the nights are free for others, whenever the server writes it down.
  const isHeld = lead.status === 'ON_HOLD' && (!until || now < Date.parse(`${until}Z`))
  const isChanged = shown !== null && shown !== order.totalAmount
  return (
    <div className="quote-card card sealed">
      <h2>{isHeld ? words.sealed(stay) : words.gone}</h2>
      {isHeld && until ? (
        <p>
          <Countdown until={until} />
        </p>
      ) : null}
      {isChanged ? (
        <p className="meanwhile" role="alert">
          {words.changed(amount(shown), amount(order.totalAmount))}
        </p>
      ) : (
        <p className="quiet">
          {isHeld && until ? words.sealedText(dayTimeText(until, locale)) : ''}
        </p>
      )}
      <PriceLines priced={order} />
      <WriteForm
        write={book}
        given={() => empty}
        submit={words.book}
        isDisabled={!isHeld}
        problem={<Refusal error={book.error} leadUid={leadUid} />}
      />
      {release.error ? <Problem error={release.error} /> : null}
      <div className="form-end">
        {isHeld ? (
          <Button
            className="button plain"
            isDisabled={release.isPending}
            onPress={() => release.run(empty)}
          >
            {words.release}
          </Button>
        ) : (
          <Button className="button" onPress={again}>
            {words.again}
          </Button>
        )}
        <Link className="button plain link" href={`/leads/${leadUid}`}>
          {words.open}
        </Link>
      </div>
    </div>
  )
}
