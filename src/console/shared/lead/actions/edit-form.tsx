/** Form for guest contact data, notes and documents of a lead. Sends only changed fields. */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { newKey } from '../../../api/new-key.ts'
import { isEditConflict } from '../../../api/problem.ts'
import type { BodyOf } from '../../../api/response-types.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization, useTranslations } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import {
  type EditConflict,
  EditConflictNotice,
  useEditConflict,
} from '../../../ui/edit-conflict.tsx'
import { Check, type Form, Input, TextArea, useForm } from '../../../ui/form.tsx'
import { undoAction } from '../../../ui/toasts.ts'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { useLastChange, useLeadPatch } from '../lead.query.ts'
import type { ActionProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'
import type { Lead } from '../leads.query.ts'
import { leadText } from '../title.ts'
import { ActionError } from './action-error.tsx'

interface Details {
  firstName: string
  lastName: string
  email: string
  phone: string
  otherPhone: string
  address: string
  zipCode: string
  city: string
  country: string
  notes: string
  extraNotes: string
  externalId: string
  agreement: boolean
}

type DetailName = keyof Details

/** Field names in `guestInformation`. */
const guestPaths: Partial<Record<DetailName, string>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phone: 'cellPhoneNumber',
  otherPhone: 'phoneNumber',
  address: 'address1',
  zipCode: 'zipCode',
  city: 'city',
  country: 'countryCode',
}

export function EditForm({ lead, close }: ActionProps) {
  const texts = useLeadTranslations()
  const { texts: sharedTexts, locale } = useLocalization()
  const client = useQueryClient()
  const current = readDetails(lead)
  const form = useForm(current)
  const leave = useUnsaved(form.isDirty, staysOpenWith(lead.uid, 'edit'), close)
  const write = useLeadPatch(
    lead.uid,
    newer => listDifferences(conflict.base, readDetails(newer)).length === 0,
    leave,
    ({ lead: after }) => ({
      text: toasts => toasts.leadActions.edit(leadText(after, sharedTexts, locale)),
      actions: [undoAction(() => restore(after.etag))],
    }),
  )
  const restore = (etag: string | undefined) => {
    const request = { path: { uid: lead.uid }, body: toPatch(changedNames, conflict.base), etag }
    return call('PATCH /leads/{uid}', { ...request, key: newKey() }).finally(() => {
      for (const queryName of ['lead', 'leads', 'today']) {
        void client.invalidateQueries({ queryKey: [queryName] })
      }
    })
  }
  const { isPending } = write
  const conflict = useEditConflict(form, { values: current, etag: lead.etag, isPending })
  const changedNames = listDifferences(conflict.base, form.values)
  const hasConflict = conflict.names.length > 0
  return (
    <WriteForm
      title={texts.act.edit}
      write={write}
      input={() => ({ body: toPatch(changedNames, form.values), etag: conflict.etag })}
      submit={texts.edit.save}
      isDisabled={changedNames.length === 0 || hasConflict}
      close={leave}
      problem={
        isEditConflict(write.error) ? null : <ActionError error={write.error} leadUid={lead.uid} />
      }
    >
      {lead.type === 'BLOCK' ? null : <GuestFields form={form} error={write.error} />}
      <TextArea
        label={texts.edit.notes}
        error={fieldError(write, 'notes')}
        value={form.values.notes}
        change={text => form.set('notes', text)}
      />
      {lead.type === 'BLOCK' ? null : <MoreFields form={form} error={write.error} />}
      {hasConflict ? <Changes lead={lead} conflict={conflict} /> : null}
    </WriteForm>
  )
}

function Changes({ lead, conflict }: { lead: Lead; conflict: EditConflict<Details> }) {
  const { edit } = useLeadTranslations()
  const { yes, no } = useTranslations()
  const format = (value: string | boolean) => (typeof value === 'string' ? value : value ? yes : no)
  const current = readDetails(lead)
  return (
    <EditConflictNotice
      changes={conflict.names.map(name => ({
        name: edit[name],
        before: format(conflict.base[name]),
        now: format(current[name]),
      }))}
      {...useLastChange(lead.uid)}
      {...conflict}
    />
  )
}

/** Length of an ISO 3166 country code. */
const countryCodeLength = 2

function GuestFields({ form, error }: { form: Form<Details>; error: unknown }) {
  const { edit } = useLeadTranslations()
  const textField = (
    name: Exclude<DetailName, 'agreement'>,
    { type, maxLength = 255 }: { type?: 'email' | 'tel'; maxLength?: number } = {},
  ) => (
    <Input
      label={edit[name]}
      error={fieldError({ error }, `guestInformation.${guestPaths[name]}`)}
      {...(type ? { type } : {})}
      maxLength={maxLength}
      value={form.values[name]}
      change={value => form.set(name, value)}
    />
  )
  return (
    <>
      <div className="field-row">
        {textField('firstName')}
        {textField('lastName')}
      </div>
      {textField('email', { type: 'email' })}
      <div className="field-row">
        {textField('phone', { type: 'tel' })}
        {textField('otherPhone', { type: 'tel' })}
      </div>
      {textField('address')}
      <div className="field-row three">
        {textField('zipCode')}
        {textField('city')}
        {textField('country', { maxLength: countryCodeLength })}
      </div>
    </>
  )
}

function MoreFields({ form: { values, set }, error }: { form: Form<Details>; error: unknown }) {
  const { edit } = useLeadTranslations()
  return (
    <>
      <TextArea
        label={edit.extraNotes}
        rows={2}
        error={fieldError({ error }, 'extraNotes')}
        value={values.extraNotes}
        change={text => set('extraNotes', text)}
      />
      <Input
        label={edit.externalId}
        maxLength={255}
        error={fieldError({ error }, 'externalBookingId')}
        value={values.externalId}
        change={text => set('externalId', text)}
      />
      <Check
        label={edit.agreement}
        isOn={values.agreement}
        change={isOn => set('agreement', isOn)}
      />
    </>
  )
}

function readDetails({ guestInformation: guest, ...lead }: Lead): Details {
  return {
    firstName: guest.firstName ?? '',
    lastName: guest.lastName ?? '',
    email: guest.email ?? '',
    phone: guest.cellPhoneNumber ?? '',
    otherPhone: guest.phoneNumber ?? '',
    address: guest.address1 ?? '',
    zipCode: guest.zipCode ?? '',
    city: guest.city ?? '',
    country: guest.countryCode ?? '',
    notes: lead.notes ?? '',
    extraNotes: lead.extraNotes ?? '',
    externalId: lead.externalBookingId ?? '',
    agreement: lead.agreementSigned,
  }
}

function listDifferences(a: Details, b: Details): DetailName[] {
  return (Object.keys(a) as DetailName[]).filter(name => a[name] !== b[name])
}

function toPatch(changedNames: DetailName[], values: Details): BodyOf<'PATCH /leads/{uid}'> {
  const toText = (name: DetailName) => {
    const text = String(values[name])
    return text.trim() === '' ? null : text
  }
  const guest = changedNames.flatMap(name => {
    const path = guestPaths[name]
    return path ? [[path, toText(name)]] : []
  })
  return {
    ...(guest.length > 0 ? { guestInformation: Object.fromEntries(guest) } : {}),
    ...(changedNames.includes('notes') ? { notes: toText('notes') } : {}),
    ...(changedNames.includes('extraNotes') ? { extraNotes: toText('extraNotes') } : {}),
    ...(changedNames.includes('externalId') ? { externalBookingId: toText('externalId') } : {}),
    ...(changedNames.includes('agreement') ? { agreementSigned: values.agreement } : {}),
  }
}
