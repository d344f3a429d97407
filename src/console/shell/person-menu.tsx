/** Button of the account menu: the user and the agency. The menu itself is loaded lazily. */
import { useSession } from '../api/session.tsx'
import { formatInitials } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { lazyComponent } from '../routing/lazy.ts'
import { Icon } from '../ui/icons.tsx'
import { MenuButton } from '../ui/menu/menu-button.tsx'

const PersonItems = lazyComponent(async () => (await import('./person-items.tsx')).PersonItems)

export function PersonMenu() {
  const { employee, agency } = useSession()
  const { texts } = useLocalization()
  const name = `${employee.firstName} ${employee.lastName}`.trim()
  return (
    <MenuButton className="person" menu={open => <PersonItems {...open} />}>
      <span className="for-readers">{texts.frame.menuOf(name)}</span>
      <span className="initials" aria-hidden="true">
        {formatInitials(name)}
      </span>
      <span className="person-words" aria-hidden="true">
        <span>{name}</span>
        <span className="quiet">{agency.name}</span>
      </span>
      <Icon name="down" />
    </MenuButton>
  )
}
