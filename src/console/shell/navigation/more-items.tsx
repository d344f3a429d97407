import { MenuItem } from 'react-aria-components/Menu'
import { useLocation } from 'wouter'
import { useTranslations } from '../../i18n/translations.tsx'
import { Icon } from '../../ui/icons.tsx'
import { MenuList, type OpenMenu } from '../../ui/menu/menu-list.tsx'
import type { Page } from '../pages.ts'
import { pathOf } from './visible-pages.ts'

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
      {pages.map(page => (
        <MenuItem key={page.name} className="menu-item" onAction={() => navigate(pathOf(page))}>
          <Icon name={page.icon} />
          {texts.pages[page.name]}
        </MenuItem>
      ))}
      <MenuItem className="menu-item" onAction={openHelp}>
        <Icon name="help" />
        {texts.frame.help}
      </MenuItem>
    </MenuList>
  )
}
