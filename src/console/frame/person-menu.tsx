/** Who is signed in, for which agency; what there is besides comes with the menu. */
import { useSession } from '../api/session.tsx'
import { comesLater } from '../comes-later.ts'
import { Icon } from '../kit/icons.tsx'
import { MenuButton } from '../kit/menu/menu-button.tsx'
import { initialsOf } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'

const PersonItems = comesLater(async () => (await import('./person-items.tsx')).PersonItems)

export function PersonMenu() {
  const { employee, agency } = useSession()
  const { words } = useSpoken()
  const name = `${employee.firstName} ${employee.lastName}`.trim()
  return (
    <MenuButton className="person" menu={open => <PersonItems {...open} />}>
      <span className="for-readers">{words.frame.menuOf(name)}</span>
      <span className="initials" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className="person-words" aria-hidden="true">
        <span>{name}</span>
        <span className="quiet">{agency.name}</span>
      </span>
      <Icon name="down" />
    </MenuButton>
  )
}
