/** Quote whose nights and price are held: it can be booked at this price, or released. */
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { dayTimeText, moneyText } from '../i18n/format.ts'
import { useLeadTranslations } from '../i18n/lead-translations.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { ActionError } from '../shared/lead/actions/action-error.tsx'
import { useLeadWrite } from '../shared/lead/lead.query.ts'
import { useLead, useOrder } from '../shared/lead/leads.query.ts'
import { leadText } from '../shared/lead/title.ts'
import { PriceLines } from '../shared/orders/price-lines.tsx'
import { Problem } from '../shared/problem.tsx'
import { WriteForm } from '../shared/writes/write-form.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { useNow } from '../ui/timers.ts'

/** Input of the writes, which have no fields. */
const noInput = {}

interface HeldQuoteProps {
  leadUid: string
  /** Total that was displayed before the hold; null if there was none. */
  displayedTotal: number | null
  restart: () => void
  onBooked: () => void
}

export function HeldQuote({ leadUid, displayedTotal, restart, onBooked }: HeldQuoteProps) {
  const { texts: sharedTexts, locale, timeZone } = useLocalization()
  const { quote: texts } = useLeadTranslations()
  const { data: lead, error } = useLead(leadUid)
  const { data: order } = useOrder(leadUid)
  const path = { uid: leadUid }
  const stay = lead ? leadText(lead, sharedTexts, locale) : ''
  const book = useLeadWrite(
    leadUid,
    (_: typeof noInput, key) => call('POST /leads/{uid}/mark-as-booked', { path, body: {}, key }),
    onBooked,
    () => ({ text: toasts => toasts.leadActions['mark-as-booked'](stay) }),
  )
  const release = useLeadWrite(
    leadUid,
    (_: typeof noInput, key) => call('POST /leads/{uid}/close', { path, body: {}, key }),
    restart,
    () => ({ text: toasts => toasts.released(stay) }),
  )
  const now = useNow(1_000)
  if (error) return <Problem error={error} retry={restart} />
  if (!lead || !order) return <p className="quiet quote-wait">{sharedTexts.frame.loading}</p>
  const formatAmount = (value: number) => moneyText(value, order.currency, locale)
  const expiry = lead.holdExpiresUtcDateTime
  // After the expiry the nights are free for others, even before the server has updated the status.
  const isHeld = lead.status === 'ON_HOLD' && (!expiry || now < Date.parse(`${expiry}Z`))
  const isChanged = displayedTotal !== null && displayedTotal !== order.totalAmount
  return (
    <div className="quote-card card sealed">
      <h2>{isHeld ? texts.sealed(stay) : texts.gone}</h2>
      {isHeld && expiry ? (
        <p>
          <Countdown until={expiry} />
        </p>
      ) : null}
      {isChanged ? (
        <p className="meanwhile" role="alert">
          {texts.changed(formatAmount(displayedTotal), formatAmount(order.totalAmount))}
        </p>
      ) : (
        <p className="quiet">
          {isHeld && expiry ? texts.sealedText(dayTimeText(expiry, locale, timeZone)) : ''}
        </p>
      )}
      <PriceLines priced={order} />
      <WriteForm
        write={book}
        input={() => noInput}
        submit={texts.book}
        isDisabled={!isHeld}
        problem={<ActionError error={book.error} leadUid={leadUid} />}
      />
      {release.error ? <Problem error={release.error} /> : null}
      <div className="form-end">
        {isHeld ? (
          <Button
            className="button plain"
            isDisabled={release.isPending}
            onPress={() => release.run(noInput)}
          >
            {texts.release}
          </Button>
        ) : (
          <Button className="button" onPress={restart}>
            {texts.again}
          </Button>
        )}
        <Link className="button plain link" href={`/reservations/${leadUid}`}>
          {texts.open}
        </Link>
      </div>
    </div>
  )
}
