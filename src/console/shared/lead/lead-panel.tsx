/** Side panel with a lead. */
import { Suspense } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { useTranslations } from '../../i18n/translations.tsx'
import { lazyComponent } from '../../routing/lazy.ts'
import { Icon } from '../../ui/icons.tsx'
import { useRestoredFocus } from '../../ui/side-panel.tsx'
import { useLead } from './leads.query.ts'
import { leadTitle } from './title.ts'

const LeadView = lazyComponent(async () => (await import('./lead-view.tsx')).LeadView)

interface LeadPanelProps {
  uid: string
  close: () => void
}

export function LeadPanel({ uid, close }: LeadPanelProps) {
  const texts = useTranslations()
  const { data: lead, error } = useLead(uid)
  const panel = useRestoredFocus(close)
  return (
    <aside ref={panel} className="panel lead-panel" aria-label={texts.lead.title} tabIndex={-1}>
      <header className="panel-head">
        <h2>{lead ? <bdi>{leadTitle(lead, texts)}</bdi> : error ? texts.lead.title : '…'}</h2>
        <div className="panel-acts">
          <Link
            className="icon-button"
            href={`/reservations/${uid}`}
            aria-label={texts.lead.openPage}
          >
            <Icon name="page" />
          </Link>
          <Button className="icon-button" aria-label={texts.lead.close} onPress={close}>
            <Icon name="close" />
          </Button>
        </div>
      </header>
      <Suspense fallback={<p className="quiet">{texts.frame.loading}</p>}>
        <LeadView uid={uid} close={close} />
      </Suspense>
    </aside>
  )
}
