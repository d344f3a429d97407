/** Address of the calendar of a property, for other sites. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { CopyField } from '../../ui/copy-field.tsx'

export function ExportedCalendar({ propertyUid }: { propertyUid: string }) {
  const { exportedCalendar: texts, calendars, copy, copied } = usePropertyContentTranslations()
  const { data } = useQuery({
    queryKey: ['icals', 'export', propertyUid],
    enabled: may(useSession(), 'selling:read'),
    queryFn: async ({ signal }) =>
      (await call('GET /icals', { query: { propertyUid }, signal })).exportUrl ?? null,
  })
  if (!data) return null
  return (
    <section className="card section-form" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <CopyField label={calendars.fields.url} text={data} {...{ copy, copied }} />
      <p className="quiet small">{texts.hint}</p>
    </section>
  )
}
