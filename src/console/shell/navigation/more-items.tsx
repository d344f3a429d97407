import { MenuItem } from 'react-aria-components/Menu'
import { useLocation } from 'wouter'
import { useTranslations } from '../../i18n/translations.tsx'
import { Icon } from '../../ui/icons.tsx'
import { MenuList, type OpenMenu } from '../../ui/menu/menu-list.tsx'
import type { Page } from '../pages.ts'

interface MoreItemsProps extends OpenMenu {
  pages: readonly Page[]
  openHelp: () => void
}

/** Menu of a phone: the pages that are not in its bar, and help. */
export function MoreItems({ pages, openHelp, ...open }: MoreItemsProps) {
  const texts = useTranslations()
  const [, navigate] = useLocation()
  return (
    <MenuList {...open} label={texts.frame.more}>
      {pages.map(({ name, path, icon }) => (
        <MenuItem key={name} className="menu-item" onAction={() => navigate(path)}>
          <Icon name={icon} />
          {texts.pages[name]}
        </MenuItem>
      ))}
      <MenuItem className="menu-item" onAction={openHelp}>
        <Icon name="help" />
        {texts.frame.help}
      </MenuItem>
    </MenuList>
  )
}
