/** Form of the texts of a property in one language, with its own ETag. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import type { QueryOf, ResponseOf } from '../../api/response-types.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { SectionForm } from '../../resources/form/section-form.tsx'
import { readVersioned } from '../../resources/resource.query.ts'
import { closeForms } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useDelay } from '../../shared/writes/use-delayed.ts'
import { textFields } from '../content/object-fields.ts'
import { useLanguageNames } from './language-names.ts'

export type Description = ResponseOf<'GET /property-descriptions'>['propertyDescriptions'][number]

type Locale = NonNullable<QueryOf<'DELETE /property-descriptions/{propertyUid}'>['locale']>

export const operation = 'PUT /property-descriptions/{propertyUid}'

const options = { summary: { widget: 'longText' } } as const

export const toKey = (propertyUid: string, locale: string) => `${propertyUid}-${locale}`

interface TextFormProps {
  propertyUid: string
  name: string
  locale: string
  /** True if the property has texts in this language. */
  isPresent: boolean
  removed: () => void
}

export function TextForm({ propertyUid, name, locale, isPresent, removed }: TextFormProps) {
  const { texts } = usePropertyContentTranslations()
  const { frame } = useTranslations()
  const nameOf = useLanguageNames()
  const client = useQueryClient()
  const mayChange = may(useSession(), 'content:write')
  const remove = useRemove(propertyUid, locale)
  const path = { propertyUid }
  const queryKey = ['properties', 'text', propertyUid, locale]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readVersioned(
        'GET /property-descriptions/{propertyUid}',
        { path, query: { locale }, signal },
        'propertyDescription',
      ),
  })
  if (!data) {
    return error ? (
      <Problem error={error} retry={refetch} />
    ) : (
      <p className="waits">{frame.loading}</p>
    )
  }
  return (
    <SectionForm
      {...data}
      {...{ operation, options, name, path }}
      names={textFields}
      envelope="propertyDescription"
      title={nameOf(locale)}
      texts={texts}
      receive={latest => {
        client.setQueryData(queryKey, latest)
        void invalidateProperties(client)
      }}
      isReadOnly={!mayChange}
    >
      {mayChange && isPresent ? (
        <Button
          className="button plain danger small text-removal"
          onPress={() => {
            closeForms(() => {
              remove()
              removed()
            })
          }}
        >
          {texts.remove}
        </Button>
      ) : null}
    </SectionForm>
  )
}

/** Returns a function that deletes the texts of a language, unless this is undone. */
function useRemove(propertyUid: string, locale: string): () => void {
  const nameOf = useLanguageNames()
  const delay = useDelay()
  return () =>
    delay({
      ...{ object: toKey(propertyUid, locale), noun: 'property-descriptions', action: 'remove' },
      ...{ ms: delayMs.deletion, name: nameOf(locale), reads: ['properties'] },
      send: options => {
        const request = { path: { propertyUid }, query: { locale: locale as Locale } }
        const operation = 'DELETE /property-descriptions/{propertyUid}'
        return call(operation, { ...request, ...options, isDelayed: true })
      },
    })
}
