/** Texts of a property: one language at a time, optionally next to another one. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { useVisible } from '../../resources/list/use-removal.tsx'
import { closeForms } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { Check, Select } from '../../ui/form.tsx'
import { textFields } from '../content/object-fields.ts'
import type { Property } from '../property.query.ts'
import { useLanguageNames } from './language-names.ts'
import { type Description, operation, TextForm, toKey } from './text-form.tsx'

const locales = schemas[operation].fields.locale!.enum!

interface TextsProps {
  property: Property
}

export function PropertyTexts({ property }: TextsProps) {
  const { data, error, refetch } = useDescriptions(property.uid)
  if (!data) return error ? <Problem error={error} retry={refetch} /> : null
  return <LoadedTexts property={property} all={data} />
}

function LoadedTexts({ property: { uid, name }, all }: TextsProps & { all: Description[] }) {
  const { texts } = usePropertyContentTranslations()
  const { language } = useLocalization()
  const nameOf = useLanguageNames()
  const descriptions = useVisible(all.map(item => ({ ...item, uid: toKey(uid, item.locale) })))
  // The form stays if another user adds a language before it, or deletes its own.
  const [locale, setLocale] = useState<string>(
    () => descriptions[0]?.locale ?? findLocale(language),
  )
  const [isBeside, setBeside] = useState(false)
  const other = descriptions.find(item => item.locale !== locale)
  return (
    <div className="property-texts" data-field="propertyDescriptions">
      <Languages {...{ descriptions, locale }} choose={setLocale} />
      {other ? (
        <Check label={texts.beside(nameOf(other.locale))} isOn={isBeside} change={setBeside} />
      ) : null}
      <div className={isBeside && other ? 'texts-beside' : undefined}>
        {/* The choice of languages stays while the form is loading. */}
        <Suspense>
          <TextForm
            key={locale}
            {...{ name, locale }}
            propertyUid={uid}
            isPresent={descriptions.some(item => item.locale === locale)}
            removed={() => setLocale(other?.locale ?? findLocale(language))}
          />
        </Suspense>
        {isBeside && other ? <OtherText description={other} /> : null}
      </div>
    </div>
  )
}

/** Queries the texts of a property in all languages. */
function useDescriptions(propertyUid: string) {
  return useQuery({
    queryKey: ['properties', 'texts', propertyUid],
    queryFn: async ({ signal }) => {
      const query = { propertyUid }
      return (await call('GET /property-descriptions', { query, signal })).propertyDescriptions
    },
  })
}

/** Returns the first locale of a language of the console. */
function findLocale(language: string): string {
  const preferred = language === 'en' ? 'en_US' : `${language}_${language.toUpperCase()}`
  return locales.find(locale => locale === preferred) ?? 'en_US'
}

interface LanguagesProps {
  descriptions: readonly Description[]
  locale: string
  choose: (locale: string) => void
}

/** Languages with the number of their texts, and the choice of a further one. */
function Languages({ descriptions, locale, choose }: LanguagesProps) {
  const { texts } = usePropertyContentTranslations()
  const nameOf = useLanguageNames()
  const present = new Set(descriptions.map(item => item.locale as string))
  const shown = [...new Set([...present, locale])]
  const further = locales
    .filter(other => !shown.includes(other))
    .map(other => [other, nameOf(other)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b))
  return (
    <div className="language-bar">
      <fieldset className="toggle plain-fieldset">
        <legend className="for-readers">{texts.languages}</legend>
        {shown.map(other => {
          const description = descriptions.find(item => item.locale === other)
          return (
            <button
              key={other}
              type="button"
              className="toggle-button"
              aria-pressed={other === locale}
              {...(other === locale ? { 'data-selected': '' } : {})}
              onClick={() => closeForms(() => choose(other))}
            >
              {nameOf(other)}{' '}
              <span className="quiet small">
                {texts.share(countTexts(description), textFields.length)}
              </span>
            </button>
          )
        })}
      </fieldset>
      <Select
        label={texts.add}
        value=""
        change={other => other && closeForms(() => choose(other))}
        options={[['', '–'], ...further]}
      />
    </div>
  )
}

function countTexts(description: Description | undefined): number {
  return textFields.filter(name => description?.[name]).length
}

/** Texts of another language, to translate from. */
function OtherText({ description }: { description: Description }) {
  const { texts } = usePropertyContentTranslations()
  const nameOf = useLanguageNames()
  return (
    <section className="card other-text" aria-label={nameOf(description.locale)}>
      <h2>{nameOf(description.locale)}</h2>
      <dl>
        {textFields
          .filter(name => description[name])
          .map(name => (
            <div key={name}>
              <dt className="label">{texts.fields[name]}</dt>
              <dd dir="auto">{description[name]}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
