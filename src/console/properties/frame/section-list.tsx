/** Navigation between the sections of the editor. */
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyTranslations } from '../../i18n/properties/translations.ts'
import type { PublishCheck } from '../../shared/publish-checks.query.ts'
import { areas, findSection, isHeadField, type SectionName, sectionNames } from '../sections.ts'

interface SectionListProps {
  uid: string
  current: SectionName
  checks: readonly PublishCheck[]
}

export function SectionList({ uid, current, checks }: SectionListProps) {
  const texts = usePropertyTranslations()
  const session = useSession()
  const list = useRef<HTMLElement>(null)
  // On a phone the list scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the section changes
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')
    list.current?.scrollTo({ left: (item?.offsetLeft ?? 0) - sideways })
  }, [current])
  const inSections = checks.filter(({ field }) => !isHeadField(field))
  const incomplete = new Set(inSections.map(({ field }) => findSection(field)))
  const visible = sectionNames.filter(name => may(session, `${areas[name] ?? 'houses'}:read`))
  return (
    <nav ref={list} className="section-list" aria-label={texts.sectionList}>
      {visible.map(name => (
        <Link
          key={name}
          href={`/properties/${uid}/${name}`}
          aria-current={name === current ? 'page' : undefined}
        >
          {texts.sections[name]}
          {incomplete.has(name) ? (
            <span className="missing-dot" title={texts.incomplete}>
              <span className="for-readers">{texts.incomplete}</span>
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}

const sideways = 48
