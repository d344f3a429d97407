/** Editor of a property: its sections, each with forms that save by themselves. */
import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { usePropertyTranslations } from '../i18n/properties/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { useAddress } from '../routing/address.ts'
import { Problem } from '../shared/problem.tsx'
import { usePublishChecks } from '../shared/publish-checks.query.ts'
import { Icon } from '../ui/icons.tsx'
import { EditorHead } from './frame/editor-head.tsx'
import { GuestPrice } from './frame/guest-price.tsx'
import { SectionList } from './frame/section-list.tsx'
import { useProperty } from './property.query.ts'
import { Readiness } from './readiness.tsx'
import { Section } from './section.tsx'
import { type SectionName, sectionNames } from './sections.ts'

export function PropertyPage() {
  const { uid = '', section } = useParams<{ uid: string; section?: string }>()
  const name = sectionNames.find(name => name === section) ?? 'basics'
  return <Editor key={uid} uid={uid} section={name} />
}

function Editor({ uid, section }: { uid: string; section: SectionName }) {
  const texts = usePropertyTranslations()
  const { frame } = useTranslations()
  const { latest, property, error, refetch, receive } = useProperty(uid)
  const { data: checks } = usePublishChecks(uid)
  const isLoaded = property !== null
  useFieldFocus(isLoaded, section)
  return (
    <section className="property-editor" aria-labelledby="property-title">
      <Link className="back-link" href="/properties">
        <Icon name="left" />
        {texts.list.many}
      </Link>
      {property && latest ? (
        <>
          <EditorHead {...{ property, receive }} />
          <div className="editor-columns">
            <SectionList uid={uid} current={section} checks={checks ?? []} />
            <div className="editor-forms">
              <h2 className="for-readers">{texts.sections[section]}</h2>
              <Section key={section} {...{ property, latest, receive, section }} />
            </div>
            <div className="editor-aside">
              {checks ? <Readiness propertyUid={uid} checks={checks} /> : null}
              <GuestPrice property={property} />
            </div>
          </div>
        </>
      ) : error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <p className="waits">{frame.loading}</p>
      )}
    </section>
  )
}

const readFocus = (search: URLSearchParams) => search.get('focus')

/** Moves the focus to the field or list of the address, once it is shown. */
function useFieldFocus(isLoaded: boolean, section: SectionName): void {
  const [field, change] = useAddress(readFocus)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section shows other fields
  useEffect(() => {
    if (!isLoaded || !field) return
    const focus = () => {
      const place = [...document.querySelectorAll<HTMLElement>('[data-field]')].find(
        ({ dataset }) => dataset.field === field,
      )
      if (!place) return false
      const target = place.querySelector<HTMLElement>('input, select, textarea, button') ?? place
      place.scrollIntoView({ block: 'center' })
      target.focus({ preventScroll: true })
      change({ focus: null }, { replace: true })
      return true
    }
    if (focus()) return
    // A section may still be loading.
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [isLoaded, field, section, change])
}
