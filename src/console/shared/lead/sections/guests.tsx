/** Guest of a stay and extra guests. */
import { Button } from 'react-aria-components/Button'
import { call } from '../../../api/call.ts'
import { may, useSession } from '../../../api/session.tsx'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useTranslations } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import { DescriptionItem, DescriptionList } from '../../../ui/description-list.tsx'
import { EditConflictNotice, useEditConflict } from '../../../ui/edit-conflict.tsx'
import { Input, useForm } from '../../../ui/form.tsx'
import { Problem } from '../../problem.tsx'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { type ExtraGuest, useLastChange, useLeadWrite } from '../lead.query.ts'
import type { LeadProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'
import { guestName, type Lead } from '../leads.query.ts'
import { useExtraGuests } from './section.query.ts'

export function Guests({ lead }: LeadProps) {
  const { guestList } = useLeadTranslations()
  const { data, error, refetch } = useExtraGuests(lead.uid)
  return (
    <>
      <MainGuest lead={lead} />
      <h3>{guestList.others}</h3>
      {error ? <Problem error={error} retry={refetch} /> : null}
      {data ? <OtherGuests leadUid={lead.uid} guests={data.extraGuests} /> : null}
    </>
  )
}

function MainGuest({ lead }: { lead: Lead }) {
  const texts = useTranslations()
  const { guestList, edit } = useLeadTranslations()
  const { guestInformation: guest } = lead
  const { firstName = null, lastName = null } = guest
  const name = guestName({ guestInformation: { firstName, lastName } })
  const street = [guest.address1, guest.address2, guest.zipCode, guest.city, guest.state]
  const address = [...street, guest.countryCode].filter(part => part).join(', ')
  return (
    <>
      <h3>{guestList.main}</h3>
      <DescriptionList>
        <DescriptionItem name={texts.lead.contact}>
          <bdi>{name ?? texts.lead.noName}</bdi>
        </DescriptionItem>
        <DescriptionItem name={texts.lead.email}>{guest.email}</DescriptionItem>
        <DescriptionItem name={edit.phone}>{guest.cellPhoneNumber}</DescriptionItem>
        <DescriptionItem name={edit.otherPhone}>{guest.phoneNumber}</DescriptionItem>
        <DescriptionItem name={guestList.address}>{address}</DescriptionItem>
      </DescriptionList>
    </>
  )
}

interface Row {
  firstName: string
  lastName: string
  age: string
  email: string | null
}

const emptyRow: Row = { firstName: '', lastName: '', age: '', email: null }

function OtherGuests({ leadUid, guests }: { leadUid: string; guests: ExtraGuest[] }) {
  const { guestList: texts } = useLeadTranslations()
  const session = useSession()
  const current = { rows: guests.map(toRow) }
  const form = useForm(current)
  const { rows } = form.values
  const put = (newRows: readonly Row[], key: string) => {
    const body = { extraGuests: newRows.map(toGuest) }
    return call('PUT /extra-guests/{leadUid}', { path: { leadUid }, body, key })
  }
  const write = useLeadWrite(
    leadUid,
    put,
    () => {},
    () => ({ text: toasts => toasts.guestsSaved }),
  )
  const conflict = useEditConflict(form, { values: current, isPending: write.isPending })
  const hasConflict = conflict.names.length > 0
  const lastChange = useLastChange(leadUid, { isEnabled: hasConflict })
  useUnsaved(form.isDirty, staysOpenWith(leadUid, null))
  if (!may(session, 'bookings:write')) return <GuestNames guests={guests} />
  const change = (index: number, changes: Partial<Row> | null) =>
    form.set(
      'rows',
      rows.flatMap((row, i) => (i !== index ? [row] : changes ? [{ ...row, ...changes }] : [])),
    )
  return (
    <WriteForm
      write={write}
      input={() => rows}
      submit={texts.save}
      isDisabled={!form.isDirty || hasConflict}
    >
      {rows.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: guests have no uid
        <GuestFields key={i} row={row} index={i} change={change} error={write.error} />
      ))}
      <Button className="button plain small" onPress={() => form.set('rows', [...rows, emptyRow])}>
        {texts.add}
      </Button>
      {hasConflict ? (
        <EditConflictNotice
          changes={[
            { name: texts.others, before: joinNames(conflict.base), now: joinNames(current) },
          ]}
          {...lastChange}
          {...conflict}
        />
      ) : null}
    </WriteForm>
  )
}

interface GuestFieldsProps {
  row: Row
  index: number
  change: (index: number, changes: Partial<Row> | null) => void
  error: unknown
}

function GuestFields({ row, index, change, error }: GuestFieldsProps) {
  const { guestList: texts, edit } = useLeadTranslations()
  const nameField = (field: 'firstName' | 'lastName') => (
    <Input
      label={edit[field]}
      maxLength={255}
      value={row[field]}
      change={text => change(index, { [field]: text })}
    />
  )
  return (
    <fieldset className="guest-fields">
      <legend className="for-readers">{texts.one(index + 1)}</legend>
      {nameField('firstName')}
      {nameField('lastName')}
      <Input
        type="number"
        label={texts.age}
        error={fieldError({ error }, `extraGuests.${index}.age`)}
        {...{ min: 0, max: 150 }}
        value={row.age}
        change={age => change(index, { age })}
      />
      <Button className="button plain small" onPress={() => change(index, null)}>
        {texts.remove}
      </Button>
    </fieldset>
  )
}

function GuestNames({ guests }: { guests: ExtraGuest[] }) {
  const { guestList: texts } = useLeadTranslations()
  if (guests.length === 0) return <p className="quiet">{texts.none}</p>
  return (
    <ul>
      {guests.map(({ firstName, lastName }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: guests have no uid
        <li key={i}>
          <bdi>{[firstName, lastName].filter(part => part).join(' ')}</bdi>
        </li>
      ))}
    </ul>
  )
}

function joinNames({ rows }: { rows: Row[] }): string {
  return rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).join(', ')
}

function toRow({ firstName, lastName, age, email }: ExtraGuest): Row {
  const text = age === null ? '' : String(age)
  return { firstName: firstName ?? '', lastName: lastName ?? '', age: text, email }
}

function toGuest({ firstName, lastName, age, email }: Row) {
  return {
    firstName: firstName.trim() || null,
    lastName: lastName.trim() || null,
    age: age === '' ? null : Number(age),
    email,
  }
}
