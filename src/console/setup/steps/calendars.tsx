/** Step with calendars of other sites, and the address of our own for them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Input, Select, useForm } from '../../ui/form.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

const sources = { AIRBNB: 'Airbnb', BOOKINGDOTCOM: 'Booking.com', VRBO: 'Vrbo' } as const

type Source = keyof typeof sources | 'OTHER'

const empty = { source: 'AIRBNB' as Source, url: '' }

export function Calendars({ propertyUid, next }: StepProps & { propertyUid: string }) {
  const texts = useSetupTranslations()
  const { calendars, exportUrl } = useCalendars(propertyUid)
  const { form, write, add } = useNewCalendar(propertyUid)
  const { values, set } = form
  const names = [...Object.entries(sources), ['OTHER', texts.calendars.other] as const] as const
  return (
    <StepFrame
      step="calendars"
      next={next}
      submit={() => (values.url.trim() === '' ? next() : add())}
      submitText={values.url.trim() === '' ? texts.continue : texts.calendars.add}
      isPending={write.isPending}
      isTryingAgain={write.isTryingAgain}
      error={write.error}
    >
      <div className="section-fields">
        <Select
          label={texts.calendars.site}
          value={values.source}
          change={value => set('source', value as Source)}
          options={names}
        />
        <Input
          type="url"
          label={texts.calendars.url}
          hint={texts.calendars.urlHint}
          value={values.url}
          change={value => set('url', value)}
        />
      </div>
      <ul className="setup-list">
        {calendars.map(({ uid, name, lastSyncStatus, lastSyncError }) => (
          <li key={uid}>
            <strong>{name}</strong>{' '}
            <span className={lastSyncStatus === 'ERROR' ? 'field-error' : 'quiet'}>
              {lastSyncStatus === 'ERROR' ? lastSyncError : texts.calendars.states[lastSyncStatus]}
            </span>
          </li>
        ))}
      </ul>
      {exportUrl ? (
        <CopyField
          copy={texts.copy}
          copied={texts.copied}
          label={texts.calendars.own}
          text={exportUrl}
        />
      ) : null}
    </StepFrame>
  )
}

/** Interval of reads until a calendar has been imported. */
const pollMs = 2_000

function useCalendars(propertyUid: string) {
  const { data } = useQuery({
    queryKey: ['icals', propertyUid],
    queryFn: ({ signal }) => call('GET /icals', { query: { propertyUid }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.icals.some(({ lastSyncStatus }) => lastSyncStatus === 'NEVER') ? pollMs : false,
  })
  return { calendars: data?.icals ?? [], exportUrl: data?.exportUrl }
}

function useNewCalendar(propertyUid: string) {
  const texts = useSetupTranslations()
  const client = useQueryClient()
  const form = useForm(empty)
  useUnsaved(form.isDirty, staysOnPage)
  const nameOf = (source: Source) => (source === 'OTHER' ? texts.calendars.other : sources[source])
  const write = useWrite(
    ({ source, url }: typeof empty, key) => {
      const body = { propertyUid, source, url: url.trim(), name: nameOf(source) }
      return call('POST /icals', { body, key })
    },
    () => {
      form.rebase(empty, empty)
      void client.invalidateQueries({ queryKey: ['icals', propertyUid] })
      void client.invalidateQueries({ queryKey: ['publish-checks'] })
    },
    (_, { source }) => ({ text: () => texts.created(nameOf(source)) }),
  )
  return { form, write, add: () => void write.run(form.values) }
}
