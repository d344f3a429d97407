/** Step with the description in the user's language. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { useLocalization, useTranslations } from '../../i18n/translations.tsx'
import type { Versioned } from '../../resources/form/use-section.ts'
import { readVersioned } from '../../resources/resource.query.ts'
import { Problem } from '../../shared/problem.tsx'
import { SectionStep } from './section-step.tsx'
import type { StepProps } from './step-frame.tsx'

/** Locales of descriptions by the language of the console. */
const locales = { en: 'en_US', de: 'de_DE', fr: 'fr_FR', es: 'es_ES' } as const

const read = 'GET /property-descriptions/{propertyUid}'
const fields = ['name', 'shortSummary', 'summary']

export function Texts({ propertyUid, next }: StepProps & { propertyUid: string }) {
  const texts = useSetupTranslations()
  const { frame } = useTranslations()
  const { language } = useLocalization()
  const client = useQueryClient()
  const queryKey = ['property-descriptions', propertyUid, language]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Versioned> => {
      const path = { propertyUid }
      const { propertyDescriptions } = await call('GET /property-descriptions', {
        query: path,
        signal,
      })
      const isOwn = ({ locale }: { locale: string }) => locale.startsWith(language)
      const { locale } = propertyDescriptions.find(isOwn) ?? { locale: locales[language] }
      const request = { path, query: { locale }, signal }
      return readVersioned(read, request, 'propertyDescription')
    },
    refetchOnMount: 'always',
  })
  if (error && !data) return <Problem error={error} retry={refetch} />
  if (!data) return <p className="waits">{frame.loading}</p>
  return (
    <SectionStep
      {...data}
      next={next}
      texts={{ ...texts, fields: { ...texts.fields, name: texts.headline } }}
      step="texts"
      operation="PUT /property-descriptions/{propertyUid}"
      path={{ propertyUid }}
      envelope="propertyDescription"
      names={fields}
      name={texts.steps.texts.title}
      options={{ summary: { widget: 'longText' } }}
      receive={latest => {
        client.setQueryData(queryKey, latest)
        void client.invalidateQueries({ queryKey: ['publish-checks'] })
      }}
    />
  )
}
