/** A payment of what is due, taken in the row. */
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../../api/session.tsx'
import { comesLater } from '../../comes-later.ts'
import { useOrder } from '../../leads/leads.read.ts'
import { useWords } from '../../words/words.tsx'
import { staysOnPage } from '../stays-on-page.ts'

const MoneyForm = comesLater(
  async () => (await import('../../leads/parts/money-forms.tsx')).MoneyForm,
)

export function Pay({ leadUid }: { leadUid: string }) {
  const { today, frame } = useWords()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!may(session, 'money:write')) return null
  if (!isOpen) {
    return (
      <span className="row-acts">
        <Button className="button plain small" onPress={() => setOpen(true)}>
          {today.acts.pay}
        </Button>
      </span>
    )
  }
  return (
    <div className="row-form">
      <Suspense fallback={<p className="quiet">{frame.loading}</p>}>
        <PayForm leadUid={leadUid} close={() => setOpen(false)} />
      </Suspense>
    </div>
  )
}

function PayForm({ leadUid, close }: { leadUid: string; close: () => void }) {
  const { data: order } = useOrder(leadUid)
  if (!order) return null
  return <MoneyForm act="payment" stays={staysOnPage} {...{ leadUid, order, close }} />
}
