/** A lead beside whatever page one was on; what is behind it stays usable. */
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { Icon } from '../kit/icons.tsx'
import { useWords } from '../words/words.tsx'
import { useLead } from './leads.read.ts'
import { titleOf } from './title.ts'

const LeadView = lazy(async () => ({ default: (await import('./lead/lead-view.tsx')).LeadView }))

interface LeadPanelProps {
  uid: string
  close: () => void
}

export function LeadPanel({ uid, close }: LeadPanelProps) {
  const words = useWords()
  const { data: lead } = useLead(uid)
  const panel = useFocusBack(close)
  return (
    <aside ref={panel} className="panel lead-panel" aria-label={words.lead.title} tabIndex={-1}>
      <header className="panel-head">
        <h2>{lead ? <bdi>{titleOf(lead, words)}</bdi> : '…'}</h2>
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

/** Takes the focus, closes with Escape, and gives the focus back to where it was. */
function useFocusBack(close: () => void) {
  const panel = useRef<HTMLElement>(null)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const before = document.activeElement
    panel.current!.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('[data-modal], [role=menu]')) return
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return panel
}
