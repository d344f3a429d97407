/** The guest's name and address, notes and papers of a lead; only what was changed is sent. */
import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { isChangedMeanwhile } from '../../api/problem.ts'
import { Check, type Form, Input, TextArea, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { ChangedMeanwhile, type Meanwhile, useMeanwhile } from '../../kit/meanwhile.tsx'
import { undoBy } from '../../kit/toasts/toasts.ts'
import { useUnsaved } from '../../kit/unsaved.ts'
import { newKey } from '../../plain-http.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken, useWords } from '../../words/words.tsx'
import { useChanger, useLeadPatch } from '../lead/lead.read.ts'
import type { ActProps } from '../lead/lead-props.ts'
import type { Lead } from '../leads.read.ts'
import { leadText } from '../title.ts'
import { Refusal } from './refusal.tsx'
import { staysWith } from './stays-with.ts'

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

/** Where the interface has each. */
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

export function EditForm({ lead, close }: ActProps) {
  const words = useLeadWords()
  const { words: shared, locale } = useSpoken()
  const client = useQueryClient()
  const now = detailsOf(lead)
  const form = useForm(now)
  const leave = useUnsaved(form.isDirty, staysWith(lead.uid, 'edit'), close)
  const write = useLeadPatch(
    lead.uid,
    newer => differences(others.base, detailsOf(newer)).length === 0,
    leave,
    ({ lead: after }) => ({
      text: toasts => toasts.acts.edit(leadText(after, shared, locale)),
      actions: [undoBy(() => restore(after.etag))],
    }),
  )
  const restore = (etag: string | undefined) => {
    const given = { path: { uid: lead.uid }, body: patchOf(names, others.base), etag }
    return call('PATCH /leads/{uid}', { ...given, key: newKey() }).finally(() => {
      for (const read of ['lead', 'leads', 'today']) {
        void client.invalidateQueries({ queryKey: [read] })
      }
    })
  }
  const { isPending } = write
  const others = useMeanwhile(form, { values: now, etag: lead.etag, isPending })
  const names = differences(others.base, form.values)
  const isChanged = others.names.length > 0
  return (
    <WriteForm
      title={words.act.edit}
      write={write}
      given={() => ({ body: patchOf(names, form.values), etag: others.etag })}
      submit={words.edit.save}
      isDisabled={names.length === 0 || isChanged}
      close={leave}
      problem={
        isChangedMeanwhile(write.error) ? null : <Refusal error={write.error} leadUid={lead.uid} />
      }
    >
      {lead.type === 'BLOCK' ? null : <GuestFields form={form} error={write.error} />}
      <TextArea
        label={words.edit.notes}
        error={wrong(write, 'notes')}
        value={form.values.notes}
        change={text => form.set('notes', text)}
      />
      {lead.type === 'BLOCK' ? null : <MoreFields form={form} error={write.error} />}
      {isChanged ? <Changes lead={lead} others={others} /> : null}
    </WriteForm>
  )
}

function Changes({ lead, others }: { lead: Lead; others: Meanwhile<Details> }) {
  const { edit } = useLeadWords()
  const { yes, no } = useWords()
  const shown = (value: string | boolean) => (typeof value === 'string' ? value : value ? yes : no)
  const now = detailsOf(lead)
  return (
    <ChangedMeanwhile
      changes={others.names.map(name => ({
        name: edit[name],
        before: shown(others.base[name]),
        now: shown(now[name]),
      }))}
      {...useChanger(lead.uid, true)}
      {...others}
    />
  )
}

function GuestFields({ form, error }: { form: Form<Details>; error: unknown }) {
  const { edit } = useLeadWords()
  const text = (name: Exclude<DetailName, 'agreement'>, type?: 'email' | 'tel', max = 255) => (
    <Input
      label={edit[name]}
      error={wrong({ error }, `guestInformation.${guestPaths[name]}`)}
      {...(type ? { type } : {})}
      maxLength={max}
      value={form.values[name]}
      change={value => form.set(name, value)}
    />
  )
  return (
    <>
      <div className="field-row">
        {text('firstName')}
        {text('lastName')}
      </div>
      {text('email', 'email')}
      <div className="field-row">
        {text('phone', 'tel')}
        {text('otherPhone', 'tel')}
      </div>
      {text('address')}
      <div className="field-row three">
        {text('zipCode')}
        {text('city')}
        {text('country', undefined, 2)}
      </div>
    </>
  )
}

function MoreFields({ form: { values, set }, error }: { form: Form<Details>; error: unknown }) {
  const { edit } = useLeadWords()
  return (
    <>
      <TextArea
        label={edit.extraNotes}
        rows={2}
        error={wrong({ error }, 'extraNotes')}
        value={values.extraNotes}
        change={text => set('extraNotes', text)}
      />
      <Input
        label={edit.externalId}
        maxLength={255}
        error={wrong({ error }, 'externalBookingId')}
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

function detailsOf({ guestInformation: guest, ...lead }: Lead): Details {
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

function differences(one: Details, other: Details): DetailName[] {
  return (Object.keys(one) as DetailName[]).filter(name => one[name] !== other[name])
}

function patchOf(names: DetailName[], values: Details): BodyOf<'PATCH /leads/{uid}'> {
  const textOf = (name: DetailName) => {
    const text = String(values[name])
    return text.trim() === '' ? null : text
  }
  const guest = names.flatMap(name => {
    const path = guestPaths[name]
    return path ? [[path, textOf(name)]] : []
  })
  return {
    ...(guest.length > 0 ? { guestInformation: Object.fromEntries(guest) } : {}),
    ...(names.includes('notes') ? { notes: textOf('notes') } : {}),
    ...(names.includes('extraNotes') ? { extraNotes: textOf('extraNotes') } : {}),
    ...(names.includes('externalId') ? { externalBookingId: textOf('externalId') } : {}),
    ...(names.includes('agreement') ? { agreementSigned: values.agreement } : {}),
  }
}
