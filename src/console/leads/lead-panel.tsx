/** A lead beside whatever page one was on; what is behind it stays usable. */
import { Suspense } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { comesLater } from '../comes-later.ts'
import { Icon } from '../kit/icons.tsx'
import { useFocusBack } from '../kit/side-panel.tsx'
import { useWords } from '../words/words.tsx'
import { useLead } from './leads.read.ts'
import { titleOf } from './title.ts'

const LeadView = comesLater(async () => (await import('./lead/lead-view.tsx')).LeadView)

interface LeadPanelProps {
  uid: string
  close: () => void
}

export function LeadPanel({ uid, close }: LeadPanelProps) {
  const words = useWords()
  const { data: lead, error } = useLead(uid)
  const panel = useFocusBack(close)
  return (
    <aside ref={panel} className="panel lead-panel" aria-label={words.lead.title} tabIndex={-1}>
      <header className="panel-head">
        <h2>{lead ? <bdi>{titleOf(lead, words)}</bdi> : error ? words.lead.title : '…'}</h2>
        <div className="panel-acts">
          <Link className="icon-button" href={`/leads/${uid}`} aria-label={words.lead.openPage}>
            <Icon name="page" />
          </Link>
          <Button className="icon-button" aria-label={words.lead.close} onPress={close}>
            <Icon name="close" />
          </Button>
        </div>
      </header>
      <Suspense fallback={<p className="quiet">{words.frame.loading}</p>}>
        <LeadView uid={uid} close={close} />
      </Suspense>
    </aside>
  )
}
