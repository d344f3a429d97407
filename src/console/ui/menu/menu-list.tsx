/** Menu of a button: items or sections. */
import type { ReactNode, RefObject } from 'react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'

/** State of an open menu. */
export interface OpenMenu {
  trigger: RefObject<HTMLButtonElement | null>
  close: () => void
  /** Initial focus: an item if opened by a key, none if by a pointer. */
  autoFocus: 'first' | 'last' | true
}

interface MenuListProps extends OpenMenu {
  label: string
  run?: (id: string) => void
  children: ReactNode
}

export function MenuList({ trigger, close, autoFocus, label, run, children }: MenuListProps) {
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
        {...(run ? { onAction: id => run(String(id)) } : {})}
      >
        {children}
      </Menu>
    </Popover>
  )
}

interface ActionMenuProps extends OpenMenu {
  label: string
  actions: readonly { id: string; text: string; isDanger?: boolean }[]
  run: (id: string) => void
}

export function ActionMenu({ actions, run, ...props }: ActionMenuProps) {
  return (
    <MenuList {...props} run={run}>
      {actions.map(({ id, text, isDanger = false }) => (
        <MenuItem key={id} id={id} className={isDanger ? 'menu-item danger' : 'menu-item'}>
          {text}
        </MenuItem>
      ))}
    </MenuList>
  )
}
