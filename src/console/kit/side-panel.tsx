/** Something beside whatever page one was on; what is behind it stays usable. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../words/words.tsx'
import { Icon } from './icons.tsx'

interface SidePanelProps {
  title: string
  close: () => void
  children: ReactNode
}

export function SidePanel({ title, close, children }: SidePanelProps) {
  const { frame } = useWords()
  const panel = useFocusBack(close)
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

/** What is open, the latest last: a lead that was opened from a form is over the form. */
const opened: RefObject<HTMLElement | null>[] = []

/**
 * Takes the focus, closes with Escape unless something else was opened since, and gives the focus
 * back to where it was.
 */
export function useFocusBack(close: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const before = document.activeElement
    panel.current!.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('[data-modal], [role=menu]')) return
      if (opened.at(-1) === panel) latest.current()
    }
    opened.push(panel)
    document.addEventListener('keydown', onKey)
    return () => {
      opened.splice(opened.indexOf(panel), 1)
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return panel
}
