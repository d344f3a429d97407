/** Button that opens a menu. The code of the menu is loaded lazily. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { lazyComponent } from '../../routing/lazy.ts'
import type { OpenMenu } from './menu-list.tsx'

export const ActionMenu = lazyComponent(async () => (await import('./menu-list.tsx')).ActionMenu)

interface MenuButtonProps {
  className: string
  /** Accessible name, if the content has no text. */
  label?: string
  children: ReactNode
  menu: (open: OpenMenu) => ReactNode
}

const focusByKey: Record<string, 'first' | 'last'> = { ArrowDown: 'first', ArrowUp: 'last' }

export function MenuButton({ className, label, children, menu }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [openedWith, setOpenedWith] = useState<OpenMenu['autoFocus'] | null>(null)
  return (
    <>
      <Button
        ref={trigger}
        className={className}
        {...(label ? { 'aria-label': label } : {})}
        aria-haspopup="menu"
        aria-expanded={openedWith !== null}
        onPress={({ pointerType }) =>
          setOpenedWith(['mouse', 'touch', 'pen'].includes(pointerType) ? true : 'first')
        }
        onKeyDown={event => {
          const focus = focusByKey[event.key]
          if (focus) setOpenedWith(focus)
          else event.continuePropagation()
        }}
      >
        {children}
      </Button>
      {openedWith === null ? null : (
        <Suspense>
          {menu({ trigger, autoFocus: openedWith, close: () => setOpenedWith(null) })}
        </Suspense>
      )}
    </>
  )
}
