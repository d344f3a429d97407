import { MenuItem } from 'react-aria-components/Menu'
import { useLocation } from 'wouter'
import { useTranslations } from '../../i18n/translations.tsx'
import { Icon } from '../../ui/icons.tsx'
import { MenuList, type OpenMenu } from '../../ui/menu/menu-list.tsx'
import type { listCreations } from './visible-pages.ts'

/** Menu of the pages that create an object. */
export function NewItems(props: OpenMenu & { creations: ReturnType<typeof listCreations> }) {
  const { creations, ...open } = props
  const { frame } = useTranslations()
  const [, navigate] = useLocation()
  return (
    <MenuList {...open} label={frame.new}>
      {creations.map(({ text, path, icon }) => (
        <MenuItem key={path} className="menu-item" onAction={() => navigate(path)}>
          <Icon name={icon} />
          {frame.creations[text]}
        </MenuItem>
      ))}
    </MenuList>
  )
}
