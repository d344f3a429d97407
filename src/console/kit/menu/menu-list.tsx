/** The menu of a button: items, or sections of them. */
import type { ReactNode } from 'react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { OpenMenu } from './menu-button.tsx'

interface MenuListProps extends OpenMenu {
  label: string
  act?: (id: string) => void
  children: ReactNode
}

export function MenuList({ trigger, close, autoFocus, label, act, children }: MenuListProps) {
  return (
    <Popover
      className="popover"
      placement="bottom end"
      aria-label={label}
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => isOpen || close()}
    >
      <Menu
        className="menu"
        aria-label={label}
        autoFocus={autoFocus}
        onClose={close}
        {...(act ? { onAction: id => act(String(id)) } : {})}
      >
        {children}
      </Menu>
    </Popover>
  )
}

interface ActMenuProps extends OpenMenu {
  label: string
  acts: readonly { id: string; text: string; isDanger?: boolean }[]
  act: (id: string) => void
}

export function ActMenu({ acts, ...props }: ActMenuProps) {
  return (
    <MenuList {...props}>
      {acts.map(({ id, text, isDanger = false }) => (
        <MenuItem key={id} id={id} className={isDanger ? 'menu-item danger' : 'menu-item'}>
          {text}
        </MenuItem>
      ))}
    </MenuList>
  )
}
