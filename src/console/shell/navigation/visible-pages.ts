/** Pages that the role of a user allows, and their place in the navigation. */
import { may, type Session } from '../../api/session.tsx'
import { creations, type InnerPage, innerPages, type Page, pageGroups, pages } from '../pages.ts'

const phonePagesMax = 4

/** Lists the pages of the sidebar. */
export function listPages(session: Session): Page[] {
  return pages.filter(page =>
    page.needs === undefined
      ? listSubPages(session, page.name).length > 0
      : may(session, page.needs),
  )
}

export function listInnerPages(session: Session): InnerPage[] {
  return innerPages.filter(({ needs }) => may(session, needs))
}

/** Lists the sub-pages of a page, such as those of the settings. */
export function listSubPages(session: Session, name: Page['name']): InnerPage[] {
  return listInnerPages(session).filter(page => page.isSubPage && page.below === name)
}

/** Returns the pages of the sidebar by group, without empty groups. */
export function groupPages(session: Session): [group: Page['group'], pages: Page[]][] {
  const allowedPages = listPages(session)
  return pageGroups
    .map((group): [Page['group'], Page[]] => [
      group,
      allowedPages.filter(page => page.group === group),
    ])
    .filter(([, groupedPages]) => groupedPages.length > 0)
}

/** Returns the pages of the bar of a phone, and those of its menu. */
export function splitForPhone(session: Session): { bar: Page[]; menu: Page[] } {
  const allowedPages = listPages(session)
  const isFirst = ({ isOnPhone = false }: Page) => isOnPhone
  const preferred = [
    ...allowedPages.filter(isFirst),
    ...allowedPages.filter(page => !isFirst(page)),
  ]
  const bar = allowedPages.filter(page => preferred.indexOf(page) < phonePagesMax)
  return { bar, menu: allowedPages.filter(page => !bar.includes(page)) }
}

/** Lists the pages that create an object. */
export function listCreations(session: Session) {
  const allowedPages = listInnerPages(session)
  return creations.flatMap(({ page: name, text }) => {
    const page = allowedPages.find(candidate => candidate.name === name)
    return page ? [{ text, path: page.path, icon: page.icon ?? 'plus' }] : []
  })
}

/** Returns the name of the page in the sidebar that a path belongs to, or null. */
export function findCurrentPage(currentPath: string): Page['name'] | null {
  const matches = (pattern: string) => {
    const prefix = pathOf({ path: pattern })
    return currentPath === prefix || (prefix !== '/' && currentPath.startsWith(`${prefix}/`))
  }
  const innerPage = innerPages.find(({ path }) => matches(path))
  return innerPage?.below ?? pages.find(({ path }) => matches(path))?.name ?? null
}

/** Returns the path of a page without its parameters. */
export function pathOf({ path }: { path: string }): string {
  return path.replace(/\/:.*$/, '') || '/'
}
