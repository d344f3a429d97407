/** Values of the custom fields of the agency for a property. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { SaveBar } from '../../resources/save-bar.tsx'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { EditConflictNotice, useEditConflict } from '../../ui/edit-conflict.tsx'
import { Input, TextArea, useForm } from '../../ui/form.tsx'
import { useFollowing } from '../../ui/use-following.ts'
import type { Property } from '../property.query.ts'

type Field = ResponseOf<'GET /custom-data-fields'>['customDataFields'][number]

/** Texts by the uid of their field. */
type Values = Readonly<Record<string, string>>

interface CustomData {
  fields: readonly Field[]
  values: Values
}

const keyOf = (propertyUid: string) => ['custom-data', propertyUid]

export function CustomFields({ property }: { property: Property }) {
  const session = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(property.uid),
    enabled: may(session, 'bookings:read'),
    queryFn: ({ signal }) => readCustomData(session.agency.uid, property.uid, signal),
  })
  if (!data) return error ? <Problem error={error} retry={refetch} /> : null
  return data.fields.length > 0 ? <CustomForm property={property} latest={data} /> : null
}

/** Reads the fields of the agency with the texts of a property; one that is not set is empty. */
async function readCustomData(
  agencyUid: string,
  propertyUid: string,
  signal: AbortSignal,
): Promise<CustomData> {
  const [{ customDataFields }, { customData }] = await Promise.all([
    call('GET /custom-data-fields', { query: { agencyUid }, signal }),
    call('GET /custom-data', { query: { propertyUid }, signal }),
  ])
  const set = new Map(customData.map(({ customDataField, text }) => [customDataField.uid, text]))
  // Fields of the form before arrival belong to guests.
  const fields = customDataFields.filter(
    ({ uid, usage }) => usage !== 'PRE_ARRIVAL_FORM' || set.has(uid),
  )
  return { fields, values: Object.fromEntries(fields.map(({ uid }) => [uid, set.get(uid) ?? ''])) }
}

function CustomForm({ property, latest }: { property: Property; latest: CustomData }) {
  const { customFields: texts } = usePropertyContentTranslations()
  const isReadOnly = !may(useSession(), 'bookings:write')
  const { fields, values: saved } = latest
  const form = useForm<Values>(saved)
  useUnsaved(form.isDirty, staysOnPage)
  const write = useValuesWrite(property)
  const { isPending } = write
  const conflict = useEditConflict(form, { values: saved, isPending })
  const hasConflict = useFollowing(conflict)
  const nameOf = (uid: string) => fields.find(field => field.uid === uid)?.name ?? ''
  const submit = () => {
    const changed = Object.entries(form.values).filter(([uid, text]) => text !== (saved[uid] ?? ''))
    void write.run(Object.fromEntries(changed))
  }
  return (
    <form
      className="card section-form"
      aria-label={texts.title}
      onSubmit={event => {
        event.preventDefault()
        if (form.isDirty && !hasConflict) submit()
      }}
    >
      <h2>{texts.title}</h2>
      <fieldset className="plain-fieldset" disabled={isReadOnly}>
        <div className="section-fields">
          {fields.map(({ uid, name, type }) => {
            const common = {
              label: name,
              value: form.values[uid] ?? '',
              change: (text: string) => form.set(uid, text),
            }
            return (
              <div key={uid} data-field={uid}>
                {type === 'LONG_TEXT' ? (
                  <TextArea {...common} className="long-text" />
                ) : (
                  <Input {...common} />
                )}
              </div>
            )
          })}
        </div>
      </fieldset>
      <EditConflictNotice
        {...conflict}
        changes={conflict.names.map(uid => ({
          name: nameOf(uid),
          before: conflict.base[uid],
          now: saved[uid],
        }))}
        changedBy={null}
        ago={null}
      />
      {write.error ? <Problem error={write.error} retry={submit} /> : null}
      <SaveBar
        {...{ isPending, hasConflict }}
        isDirty={form.isDirty}
        discard={() => {
          form.change(saved)
          write.clearError()
        }}
      />
    </form>
  )
}

/** Returns the write of the changed texts, one request for each. */
function useValuesWrite({ uid: propertyUid, name }: Property) {
  const client = useQueryClient()
  return useWrite(
    async (changed: Values, key) => {
      for (const [customDataFieldUid, text] of Object.entries(changed)) {
        const body = { propertyUid, customDataFieldUid, text }
        await call('POST /custom-data', { body, key: `${key}-${customDataFieldUid}` })
      }
      await client.invalidateQueries({ queryKey: keyOf(propertyUid) })
    },
    () => {},
    () => ({ text: toasts => toasts.fieldSaved(name) }),
  )
}
