/** A payment of what is due, recorded in the row. */
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../../api/session.tsx'
import { comesLater } from '../../comes-later.ts'
import { Doing } from '../../kit/delayed/doing.tsx'
import { isSettled, useDelayed } from '../../kit/delayed/use-delayed.ts'
import { useOrder } from '../../leads/leads.read.ts'
import { useWords } from '../../words/words.tsx'
import { staysOnPage } from '../stays-on-page.ts'
import type { TodayLead } from '../today.ts'

const MoneyForm = comesLater(
  async () => (await import('../../leads/parts/money-forms.tsx')).MoneyForm,
)

export function Pay({ lead: { leadUid } }: { lead: TodayLead }) {
  const { frame } = useWords()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data: order } = useOrder(leadUid, isOpen)
  if (!may(session, 'money:write')) return null
  return isOpen && order ? (
    <div className="row-form">
      <Suspense fallback={<p className="quiet">{frame.loading}</p>}>
        <MoneyForm
          act="payment"
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
  const { today } = useWords()
  const delayed = useDelayed(leadUid)
  const isUnderWay = delayed && !isSettled(delayed.state)
  if (isUnderWay) return <Doing object={leadUid} />
  return (
    <span className="row-acts">
      <Button className="button plain small" onPress={open}>
        {today.acts.pay}
      </Button>
    </span>
  )
}
