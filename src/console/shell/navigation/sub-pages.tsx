/** Links to the sub-pages of a page, shown on each of them. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { useTranslations } from '../../i18n/translations.tsx'
import type { Page } from '../pages.ts'
import { listSubPages, pathOf } from './visible-pages.ts'

/** Maximum number of links in a row; more of them are a list next to the content. */
const tabsMax = 5

/** Shows the links of a page next to the content of one of its sub-pages. */
export function WithSubPages({ below, children }: { below: Page['name']; children: ReactNode }) {
  const session = useSession()
  const texts = useTranslations()
  const [currentPath] = useLocation()
  const subPages = listSubPages(session, below)
  if (subPages.length < 2) return children
  const isCurrent = (path: string) => currentPath === path || currentPath.startsWith(`${path}/`)
  return (
    <div className={subPages.length > tabsMax ? 'sub-pages is-list' : 'sub-pages'}>
      <nav aria-label={texts.pages[below]}>
        <ul>
          {subPages.map(page => (
            <li key={page.name}>
              <Link
                ref={isCurrent(pathOf(page)) ? scrollIntoView : null}
                href={pathOf(page)}
                aria-current={isCurrent(pathOf(page)) ? 'page' : undefined}
              >
                {texts.pages[page.name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="sub-page">{children}</div>
    </div>
  )
}

/** Shows the current link in the row of links on phones. */
function scrollIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
