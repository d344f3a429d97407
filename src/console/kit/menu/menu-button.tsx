/** A button that opens a menu, whose program comes later than the page. */
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'

/** A menu that is open. */
export interface OpenMenu {
  trigger: RefObject<HTMLButtonElement | null>
  close: () => void
  /** Where the focus begins: keys go to an item, a pointer has none. */
  autoFocus: 'first' | 'last' | true
}

interface MenuButtonProps {
  className: string
  /** What it says where its face has no words. */
  label?: string
  /** Its face. */
  children: ReactNode
  menu: (open: OpenMenu) => ReactNode
}

const byKey: Record<string, 'first' | 'last'> = { ArrowDown: 'first', ArrowUp: 'last' }

export function MenuButton({ className, label, children, menu }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<OpenMenu['autoFocus'] | null>(null)
  return (
    <>
      <Button
        ref={trigger}
        className={className}
        {...(label ? { 'aria-label': label } : {})}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onPress={({ pointerType }) =>
          setOpened(['mouse', 'touch', 'pen'].includes(pointerType) ? true : 'first')
        }
        onKeyDown={event => {
          const place = byKey[event.key]
          if (place) setOpened(place)
          else event.continuePropagation()
        }}
      >
        {children}
      </Button>
      {opened === null ? null : (
        <Suspense>{menu({ trigger, autoFocus: opened, close: () => setOpened(null) })}</Suspense>
      )}
    </>
  )
}
