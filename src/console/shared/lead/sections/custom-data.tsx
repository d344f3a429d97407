/** Custom fields of the agency with the values of a lead. */
import { call } from '../../../api/call.ts'
import { may, useSession } from '../../../api/session.tsx'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useUnsaved } from '../../../routing/unsaved.ts'
import { EditConflictNotice, useEditConflict } from '../../../ui/edit-conflict.tsx'
import { Input, TextArea, useForm } from '../../../ui/form.tsx'
import { Problem } from '../../problem.tsx'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { useLastChange, useLeadWrite } from '../lead.query.ts'
import type { LeadProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'
import { useCustomData } from './section.query.ts'

type FieldValue = NonNullable<ReturnType<typeof useCustomData>['data']>[number]

export function CustomData({ lead }: LeadProps) {
  const { data: texts } = useLeadTranslations()
  const { data, error, refetch } = useCustomData(lead.uid)
  if (error && !data) return <Problem error={error} retry={refetch} />
  if (data?.length === 0) return <p className="quiet">{texts.none}</p>
  return (
    <>
      {data?.map(value => (
        <ValueForm key={value.field.uid} value={value} leadUid={lead.uid} />
      ))}
    </>
  )
}

function ValueForm({ value: { field, text }, leadUid }: { value: FieldValue; leadUid: string }) {
  const { data: texts } = useLeadTranslations()
  const session = useSession()
  const current = { text: text ?? '' }
  const form = useForm(current)
  const write = useLeadWrite(
    leadUid,
    (text: string, key) => {
      const body = { leadUid, customDataFieldUid: field.uid, text }
      return call('POST /custom-data', { body, key })
    },
    () => {},
    () => ({ text: toasts => toasts.fieldSaved(field.name) }),
  )
  const conflict = useEditConflict(form, { values: current, isPending: write.isPending })
  const hasConflict = conflict.names.length > 0
  const lastChange = useLastChange(leadUid, { isEnabled: hasConflict })
  useUnsaved(form.isDirty, staysOpenWith(leadUid, null))
  if (!may(session, 'bookings:write')) {
    return (
      <p>
        <span className="quiet">{field.name}</span> {text ?? texts.empty}
      </p>
    )
  }
  const props = {
    label: field.name,
    error: fieldError(write, 'text'),
    value: form.values.text,
    change: (next: string) => form.set('text', next),
  }
  return (
    <WriteForm
      write={write}
      input={() => form.values.text}
      submit={texts.save}
      isDisabled={!form.isDirty || hasConflict}
    >
      {field.type === 'LONG_TEXT' ? <TextArea {...props} /> : <Input {...props} />}
      {hasConflict ? (
        <EditConflictNotice
          changes={[{ name: field.name, before: conflict.base.text, now: current.text }]}
          {...lastChange}
          {...conflict}
        />
      ) : null}
    </WriteForm>
  )
}
