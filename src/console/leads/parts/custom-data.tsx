/** The agency's own fields, with what this lead says there. */
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { Input, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { ChangedMeanwhile, useMeanwhile } from '../../kit/meanwhile.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { staysWith } from '../acts/stays-with.ts'
import { useChanger, useCustomData, useLeadWrite } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'

type Value = NonNullable<ReturnType<typeof useCustomData>['data']>[number]

export function CustomData({ lead }: LeadProps) {
  const { data: words } = useLeadWords()
  const { data, error, refetch } = useCustomData(lead.uid)
  if (error) return <Problem error={error} again={refetch} />
  if (data?.length === 0) return <p className="quiet">{words.none}</p>
  return (
    <>
      {data?.map(value => (
        <ValueForm key={value.field.uid} value={value} leadUid={lead.uid} />
      ))}
    </>
  )
}

function ValueForm({ value: { field, text }, leadUid }: { value: Value; leadUid: string }) {
  const { data: words } = useLeadWords()
  const session = useSession()
  const now = { text: text ?? '' }
  const form = useForm(now)
  const write = useLeadWrite(
    leadUid,
    (given: string, key) => {
      const body = { leadUid, customDataFieldUid: field.uid, text: given }
      return call('POST /custom-data', { body, key })
    },
    () => {},
    () => ({ text: toasts => toasts.field(field.name) }),
  )
  const others = useMeanwhile(form, { values: now, isPending: write.isPending })
  const isChanged = others.names.length > 0
  const changer = useChanger(leadUid, isChanged)
  useUnsaved(form.isDirty, staysWith(leadUid, null))
  if (!may(session, 'bookings:write')) {
    return (
      <p>
        <span className="quiet">{field.name}</span> {text ?? words.empty}
      </p>
    )
  }
  const given = {
    label: field.name,
    error: wrong(write, 'text'),
    value: form.values.text,
    change: (next: string) => form.set('text', next),
  }
  return (
    <WriteForm
      write={write}
      given={() => form.values.text}
      submit={words.save}
      isDisabled={!form.isDirty || isChanged}
    >
      {field.type === 'LONG_TEXT' ? <TextArea {...given} /> : <Input {...given} />}
      {isChanged ? (
        <ChangedMeanwhile
          changes={[{ name: field.name, before: others.base.text, now: now.text }]}
          {...changer}
          {...others}
        />
      ) : null}
    </WriteForm>
  )
}
