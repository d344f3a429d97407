/** Non-modal panel beside a page. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslations } from '../i18n/translations.tsx'
import { Icon } from './icons.tsx'

interface SidePanelProps {
  title: string
  close: () => void
  children: ReactNode
}

export function SidePanel({ title, close, children }: SidePanelProps) {
  const { frame } = useTranslations()
  const panel = useRestoredFocus(close)
  return (
    <aside ref={panel} className="panel" aria-label={title} tabIndex={-1}>
      <header className="panel-head">
        <h2>{title}</h2>
        <Button className="icon-button" aria-label={frame.close} onPress={close}>
          <Icon name="close" />
        </Button>
      </header>
      {children}
    </aside>
  )
}

/** Open panels, latest last: a lead may be opened from a form and lies over it. */
const openPanels: RefObject<HTMLElement | null>[] = []

/**
 * Takes the focus, closes on Escape unless another panel was opened since, and then returns the
 * focus.
 */
export function useRestoredFocus(close: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const latestClose = useRef(close)
  latestClose.current = close
  useEffect(() => {
    const previousFocus = document.activeElement
    panel.current!.focus()
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('[data-modal], [role=menu]')) return
      if (openPanels.at(-1) === panel) latestClose.current()
    }
    openPanels.push(panel)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      openPanels.splice(openPanels.indexOf(panel), 1)
      document.removeEventListener('keydown', closeOnEscape)
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
    }
  }, [])
  return panel
}
