/** Settings: sections of a form over one object of the agency. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormOperation, OperationName } from '../api/operations.ts'
import { may, useSession } from '../api/session.tsx'
import { useTranslations } from '../i18n/translations.tsx'
import type { FieldOptions } from '../resources/form/field-options.ts'
import type { FormTexts } from '../resources/form/form-fields.tsx'
import { SectionForm } from '../resources/form/section-form.tsx'
import type { Versioned } from '../resources/form/use-section.ts'
import { readVersioned } from '../resources/resource.query.ts'
import { Problem } from '../shared/problem.tsx'

export interface Settings {
  read: OperationName
  operation: FormOperation
  /** Member of responses that contains the settings. */
  envelope: string
  /** Fields of each section. */
  sections: Readonly<Record<string, readonly string[]>>
  options?: Readonly<Record<string, FieldOptions>>
  /** Area of the permission to write; standard: `agency`. */
  area?: string
}

type SettingsTexts = FormTexts & { sections: Readonly<Record<string, string>> }

interface SettingsFormsProps {
  settings: Settings
  texts: SettingsTexts
}

export function SettingsForms({ settings, texts }: SettingsFormsProps) {
  const { operation, envelope, sections, area = 'agency', options = {} } = settings
  const session = useSession()
  const { frame } = useTranslations()
  const { data, error, refetch, receive } = useSettings(settings)
  if (!data && error) return <Problem error={error} retry={refetch} />
  if (!data) return <p className="waits">{frame.loading}</p>
  return Object.entries(sections).map(([section, names]) => (
    <SectionForm
      key={section}
      {...data}
      {...{ operation, envelope, names, texts, options, receive }}
      path={pathOf(session.agency)}
      title={texts.sections[section] ?? section}
      name={texts.sections[section] ?? section}
      isReadOnly={!may(session, `${area}:write`)}
    />
  ))
}

/** Returns the path parameters, whose name depends on the endpoint. */
const pathOf = ({ uid }: { uid: string }) => ({ uid, agencyUid: uid })

function useSettings({ read, envelope }: Settings) {
  const { agency } = useSession()
  const client = useQueryClient()
  const queryKey = [envelope, agency.uid]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readVersioned(read, { path: pathOf(agency), signal }, envelope),
    // Another user may have changed them since.
    refetchOnMount: 'always',
  })
  const receive = (latest: Versioned) => {
    client.setQueryData(queryKey, latest)
    void client.invalidateQueries({ queryKey: ['publish-checks'] })
  }
  return { data, error, refetch, receive }
}
