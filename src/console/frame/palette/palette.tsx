/** Finds pages, leads and properties by what is typed, and goes there. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Icon } from '../../kit/icons.tsx'
import { Window } from '../../kit/window.tsx'
import { useWords } from '../../words/words.tsx'
import { type Found, useFinds } from './finds.read.ts'

interface PaletteProps {
  close: () => void
  /** What was typed before the palette was there. */
  typed: RefObject<string>
}

export function Palette({ close, typed }: PaletteProps) {
  const { palette } = useWords()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  /** Enter was pressed before anything was found. */
  const [isEntered, setEntered] = useState(false)
  const { finds, isAsking } = useFinds(text)
  const id = useId()
  const active = Math.min(chosen, finds.length - 1)
  const go = (found: Found | undefined) => {
    if (!found) return
    close()
    if (typeof found.to === 'string') navigate(found.to)
    else found.to()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen((active + step + finds.length) % Math.max(1, finds.length))
    else if (event.key === 'Enter') setEntered(true)
    else return
    event.preventDefault()
  }
  const waits = isAsking && finds.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something
  useEffect(() => {
    if (!isEntered || waits) return
    setEntered(false)
    go(finds[active])
  }, [isEntered, waits])
  return (
    <Window title={palette.label} close={close}>
      <div className="palette-field">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-label={palette.label}
          aria-expanded={finds.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={active >= 0 ? `${id}${active}` : undefined}
          aria-autocomplete="list"
          placeholder={palette.placeholder}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setChosen(0)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            if (!typed.current) return
            const [ahead = '', ...entered] = typed.current.split('\n')
            typed.current = ''
            setText(ahead)
            setEntered(entered.length > 0)
          }}
        />
      </div>
      <Finds id={id} finds={finds} active={active} go={go} />
      <p className={finds.length > 0 || isAsking ? 'for-readers' : 'palette-none'} role="status">
        {isAsking ? '' : finds.length > 0 ? palette.found(finds.length) : palette.nothing(text)}
      </p>
    </Window>
  )
}

interface FindsProps {
  id: string
  finds: Found[]
  active: number
  go: (found: Found) => void
}

const kinds = ['pages', 'acts', 'houses', 'leads'] as const

function Finds({ id, finds, active, go }: FindsProps) {
  const { palette } = useWords()
  return (
    <div className="palette-list" id={`${id}list`} role="listbox" aria-label={palette.label}>
      {kinds
        .filter(kind => finds.some(found => found.kind === kind))
        .map(kind => (
          <div key={kind} role="group" aria-labelledby={`${id}${kind}`}>
            <p className="palette-kind" id={`${id}${kind}`} role="presentation">
              {palette[kind]}
            </p>
            {finds.map((found, i) =>
              found.kind === kind ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                <div
                  key={`${found.kind} ${found.name} ${found.to} ${found.detail}`}
                  id={`${id}${i}`}
                  role="option"
                  className="palette-option"
                  aria-selected={i === active}
                  onClick={() => go(found)}
                >
                  <Icon name={found.icon} />
                  <span>{found.name}</span>
                  {found.detail ? <span className="quiet">{found.detail}</span> : null}
                </div>
              ) : null,
            )}
          </div>
        ))}
    </div>
  )
}
