/** Texts of a property: one language at a time, optionally next to another one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import type { QueryOf, ResponseOf } from '../../api/response-types.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { SectionForm } from '../../resources/form/section-form.tsx'
import { useVisible } from '../../resources/list/use-removal.tsx'
import { closeForms } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useDelay } from '../../shared/writes/use-delayed.ts'
import { Check, Select } from '../../ui/form.tsx'
import type { Property } from '../property.query.ts'

type Description = ResponseOf<'GET /property-descriptions'>['propertyDescriptions'][number]

type Locale = NonNullable<QueryOf<'DELETE /property-descriptions/{propertyUid}'>['locale']>

const operation = 'PUT /property-descriptions/{propertyUid}'
const locales = schemas[operation].fields.locale!.enum!

/** Fields of a description, in the order of the form. */
const names = [
  'name',
  'shortSummary',
  'summary',
  'space',
  'access',
  'neighbourhood',
  'transit',
  'interaction',
  'notes',
  'houseManual',
] as const

const options = { summary: { widget: 'longText' } } as const

interface TextsProps {
  property: Property
}

export function PropertyTexts({ property: { uid, name } }: TextsProps) {
  const { texts } = usePropertyContentTranslations()
  const { language } = useLocalization()
  const nameOf = useLanguageNames()
  const client = useQueryClient()
  const { data, error, refetch } = useDescriptions(uid)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBeside, setBeside] = useState(false)
  const descriptions = useVisible(data ?? [])
  if (error) return <Problem error={error} retry={refetch} />
  if (!data) return null
  const locale = chosen ?? descriptions[0]?.locale ?? findLocale(language)
  const description = descriptions.find(item => item.locale === locale)
  const other = descriptions.find(item => item.locale !== locale)
  return (
    <div className="property-texts" data-field="propertyDescriptions">
      <Languages {...{ descriptions, locale }} choose={setChosen} />
      {other ? (
        <Check label={texts.beside(nameOf(other.locale))} isOn={isBeside} change={setBeside} />
      ) : null}
      <div className={isBeside && other ? 'texts-beside' : undefined}>
        <TextForm
          key={locale}
          {...{ uid, name, locale }}
          item={description ?? { locale }}
          receive={() => {
            setChosen(locale)
            void invalidateProperties(client)
          }}
          removed={() => setChosen(null)}
        />
        {isBeside && other ? <OtherText description={other} /> : null}
      </div>
    </div>
  )
}

/** Queries the texts of a property. Their uid is only used on this page. */
function useDescriptions(propertyUid: string) {
  return useQuery({
    queryKey: ['properties', 'texts', propertyUid],
    queryFn: async ({ signal }) => {
      const query = { propertyUid }
      const { propertyDescriptions } = await call('GET /property-descriptions', { query, signal })
      return propertyDescriptions.map(item => ({ ...item, uid: toKey(propertyUid, item.locale) }))
    },
  })
}

const toKey = (propertyUid: string, locale: string) => `${propertyUid}-${locale}`

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
                {texts.share(countTexts(description), names.length)}
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
  return names.filter(name => description?.[name]).length
}

interface TextFormProps {
  uid: string
  name: string
  locale: string
  item: object
  receive: () => void
  removed: () => void
}

function TextForm({ uid, name, locale, item, receive, removed }: TextFormProps) {
  const { texts } = usePropertyContentTranslations()
  const nameOf = useLanguageNames()
  const mayChange = may(useSession(), 'content:write')
  const delay = useDelay()
  const remove = () => {
    delay({
      ...{ object: toKey(uid, locale), noun: 'property-descriptions', action: 'remove' },
      ...{ ms: delayMs.deletion, name: nameOf(locale), reads: ['properties'] },
      send: options => {
        const request = { path: { propertyUid: uid }, query: { locale: locale as Locale } }
        const operation = 'DELETE /property-descriptions/{propertyUid}'
        return call(operation, { ...request, ...options, isDelayed: true })
      },
    })
    removed()
  }
  return (
    <SectionForm
      {...{ operation, item, names, options, name }}
      etag={undefined}
      path={{ propertyUid: uid }}
      envelope="propertyDescription"
      title={nameOf(locale)}
      texts={texts}
      receive={receive}
      isReadOnly={!mayChange}
    >
      {mayChange && 'uid' in item ? (
        <Button
          className="button plain danger small text-removal"
          onPress={() => closeForms(remove)}
        >
          {texts.remove}
        </Button>
      ) : null}
    </SectionForm>
  )
}

/** Texts of another language, to translate from. */
function OtherText({ description }: { description: Description }) {
  const { texts } = usePropertyContentTranslations()
  const nameOf = useLanguageNames()
  return (
    <section className="card other-text" aria-label={nameOf(description.locale)}>
      <h2>{nameOf(description.locale)}</h2>
      <dl>
        {names
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

/** Returns the name of a locale in the language of the user. */
function useLanguageNames(): (locale: string) => string {
  const { locale: userLocale } = useLocalization()
  const names = new Intl.DisplayNames(userLocale, { type: 'language' })
  return locale => names.of(locale.replace('_', '-')) ?? locale
}
