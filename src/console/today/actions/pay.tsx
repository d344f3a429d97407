/** Form in the row that records a payment of the amount due. */
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../../api/session.tsx'
import { useTranslations } from '../../i18n/translations.tsx'
import { lazyComponent } from '../../routing/lazy.ts'
import { staysOnPage } from '../../routing/unsaved.ts'
import { useOrder } from '../../shared/lead/leads.query.ts'
import { DelayedStatus } from '../../shared/writes/delayed-write.tsx'
import { hasEnded, useDelayed } from '../../shared/writes/use-delayed.ts'
import type { TodayLead } from '../today.ts'

const MoneyForm = lazyComponent(
  async () => (await import('../../shared/lead/sections/money-forms.tsx')).MoneyForm,
)

export function Pay({ lead: { leadUid } }: { lead: TodayLead }) {
  const { frame } = useTranslations()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data: order } = useOrder(leadUid, isOpen)
  if (!may(session, 'money:write')) return null
  return isOpen && order ? (
    <div className="row-form">
      <Suspense fallback={<p className="quiet">{frame.loading}</p>}>
        <MoneyForm
          action="payment"
          stays={staysOnPage}
          {...{ leadUid, order }}
          close={() => setOpen(false)}
        />
      </Suspense>
    </div>
  ) : (
    <PayButton {...{ leadUid }} open={() => setOpen(true)} />
  )
}

function PayButton({ leadUid, open }: { leadUid: string; open: () => void }) {
  const { today } = useTranslations()
  const delayed = useDelayed(leadUid)
  const isInProgress = delayed && !hasEnded(delayed.state)
  if (isInProgress) return <DelayedStatus object={leadUid} />
  return (
    <span className="row-acts">
      <Button className="button plain small" onPress={open}>
        {today.acts.pay}
      </Button>
    </span>
  )
}
