/** Command palette: searches pages, actions, leads and properties, and opens the chosen result. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useTranslations } from '../../i18n/translations.tsx'
import { ModalDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type PaletteItem, usePaletteItems } from './search.query.ts'

interface PaletteProps {
  close: () => void
  /** Text typed before the palette was rendered. */
  typed: RefObject<string>
}

export function CommandPalette({ close, typed }: PaletteProps) {
  const { palette } = useTranslations()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  /** True after Enter, until there are results. */
  const [isEnterPending, setEnterPending] = useState(false)
  const { items, isLoading } = usePaletteItems(text)
  const id = useId()
  const activeIndex = Math.min(selectedIndex, items.length - 1)
  const openItem = (item: PaletteItem | undefined) => {
    if (!item) return
    close()
    if (typeof item.to === 'string') navigate(item.to)
    else item.to()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (offset) setSelectedIndex((activeIndex + offset + items.length) % Math.max(1, items.length))
    else if (event.key === 'Enter') setEnterPending(true)
    else return
    event.preventDefault()
  }
  const isWaiting = isLoading && items.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there are results
  useEffect(() => {
    if (!isEnterPending || isWaiting) return
    setEnterPending(false)
    openItem(items[activeIndex])
  }, [isEnterPending, isWaiting])
  return (
    <ModalDialog title={palette.label} close={close}>
      <div className="palette-field">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-label={palette.label}
          aria-expanded={items.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={activeIndex >= 0 ? `${id}${activeIndex}` : undefined}
          aria-autocomplete="list"
          placeholder={palette.placeholder}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setSelectedIndex(0)
            setEnterPending(false)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            if (!typed.current) return
            // A line break stands for Enter.
            const [query = '', ...linesAfterEnter] = typed.current.split('\n')
            typed.current = ''
            setText(query)
            setEnterPending(linesAfterEnter.length > 0)
          }}
        />
      </div>
      <Items id={id} items={items} activeIndex={activeIndex} openItem={openItem} />
      <p className={items.length > 0 || isLoading ? 'for-readers' : 'palette-none'} role="status">
        {isLoading ? '' : items.length > 0 ? palette.found(items.length) : palette.nothing(text)}
      </p>
    </ModalDialog>
  )
}

interface ItemsProps {
  id: string
  items: PaletteItem[]
  activeIndex: number
  openItem: (item: PaletteItem) => void
}

const kinds = ['pages', 'acts', 'houses', 'leads'] as const

function Items({ id, items, activeIndex, openItem }: ItemsProps) {
  const { palette } = useTranslations()
  return (
    <div className="palette-list" id={`${id}list`} role="listbox" aria-label={palette.label}>
      {kinds
        .filter(kind => items.some(item => item.kind === kind))
        .map(kind => (
          <div key={kind} role="group" aria-labelledby={`${id}${kind}`}>
            <p className="palette-kind" id={`${id}${kind}`} role="presentation">
              {palette[kind]}
            </p>
            {items.map((item, i) =>
              item.kind === kind ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                <div
                  key={`${item.kind} ${item.name} ${item.to} ${item.detail}`}
                  id={`${id}${i}`}
                  role="option"
                  className="palette-option"
                  aria-selected={i === activeIndex}
                  onClick={() => openItem(item)}
                >
                  <Icon name={item.icon} />
                  <span>{item.name}</span>
                  {item.detail ? <span className="quiet">{item.detail}</span> : null}
                </div>
              ) : null,
            )}
          </div>
        ))}
    </div>
  )
}
