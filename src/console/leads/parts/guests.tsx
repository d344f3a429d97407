/** For whom a stay is, and who travels along. */
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { Fact, Facts } from '../../kit/facts.tsx'
import { Input, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { ChangedMeanwhile, useMeanwhile } from '../../kit/meanwhile.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useWords } from '../../words/words.tsx'
import { staysWith } from '../acts/stays-with.ts'
import { type ExtraGuest, useChanger, useExtraGuests, useLeadWrite } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'
import { guestName, type Lead } from '../leads.read.ts'

export function Guests({ lead }: LeadProps) {
  const { guestList } = useLeadWords()
  const { data, error, refetch } = useExtraGuests(lead.uid)
  return (
    <>
      <MainGuest lead={lead} />
      <h3>{guestList.others}</h3>
      {error ? <Problem error={error} again={refetch} /> : null}
      {data ? <OtherGuests leadUid={lead.uid} guests={data.extraGuests} /> : null}
    </>
  )
}

function MainGuest({ lead }: { lead: Lead }) {
  const words = useWords()
  const { guestList, edit } = useLeadWords()
  const { guestInformation: guest } = lead
  const { firstName = null, lastName = null } = guest
  const name = guestName({ guestInformation: { firstName, lastName } })
  const place = [guest.address1, guest.address2, guest.zipCode, guest.city, guest.state]
  const address = [...place, guest.countryCode].filter(part => part).join(', ')
  return (
    <>
      <h3>{guestList.main}</h3>
      <Facts>
        <Fact name={words.lead.contact}>
          <bdi>{name ?? words.lead.noName}</bdi>
        </Fact>
        <Fact name={words.lead.email}>{guest.email}</Fact>
        <Fact name={edit.phone}>{guest.cellPhoneNumber}</Fact>
        <Fact name={edit.otherPhone}>{guest.phoneNumber}</Fact>
        <Fact name={guestList.address}>{address}</Fact>
      </Facts>
    </>
  )
}

interface Row {
  firstName: string
  lastName: string
  age: string
  email: string | null
}

const empty: Row = { firstName: '', lastName: '', age: '', email: null }

function OtherGuests({ leadUid, guests }: { leadUid: string; guests: ExtraGuest[] }) {
  const { guestList: words } = useLeadWords()
  const session = useSession()
  const now = { rows: guests.map(rowOf) }
  const form = useForm(now)
  const { rows } = form.values
  const put = (given: readonly Row[], key: string) => {
    const body = { extraGuests: given.map(guestOf) }
    return call('PUT /extra-guests/{leadUid}', { path: { leadUid }, body, key })
  }
  const write = useLeadWrite(
    leadUid,
    put,
    () => {},
    () => ({ text: toasts => toasts.guests }),
  )
  const others = useMeanwhile(form, { values: now, isPending: write.isPending })
  const isChanged = others.names.length > 0
  const changer = useChanger(leadUid, isChanged)
  useUnsaved(form.isDirty, staysWith(leadUid, null))
  if (!may(session, 'bookings:write')) return <GuestNames guests={guests} />
  const change = (place: number, some: Partial<Row> | null) =>
    form.set(
      'rows',
      rows.flatMap((row, i) => (i !== place ? [row] : some ? [{ ...row, ...some }] : [])),
    )
  return (
    <WriteForm
      write={write}
      given={() => rows}
      submit={words.save}
      isDisabled={!form.isDirty || isChanged}
    >
      {rows.length === 0 ? <p className="quiet">{words.none}</p> : null}
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else
        <GuestFields key={i} row={row} place={i} put={change} error={write.error} />
      ))}
      <Button className="button plain small" onPress={() => form.set('rows', [...rows, empty])}>
        {words.add}
      </Button>
      {isChanged ? (
        <ChangedMeanwhile
          changes={[{ name: words.others, before: namesOf(others.base), now: namesOf(now) }]}
          {...changer}
          {...others}
        />
      ) : null}
    </WriteForm>
  )
}

interface GuestFieldsProps {
  row: Row
  place: number
  put: (place: number, some: Partial<Row> | null) => void
  error: unknown
}

function GuestFields({ row, place, put, error }: GuestFieldsProps) {
  const { guestList: words, edit } = useLeadWords()
  const name = (of: 'firstName' | 'lastName') => (
    <Input
      label={edit[of]}
      maxLength={255}
      value={row[of]}
      change={text => put(place, { [of]: text })}
    />
  )
  return (
    <fieldset className="guest-fields">
      <legend className="for-readers">{words.one(place + 1)}</legend>
      {name('firstName')}
      {name('lastName')}
      <Input
        type="number"
        label={words.age}
        error={wrong({ error }, `extraGuests.${place}.age`)}
        {...{ min: 0, max: 150 }}
        value={row.age}
        change={age => put(place, { age })}
      />
      <Button className="button plain small" onPress={() => put(place, null)}>
        {words.remove}
      </Button>
    </fieldset>
  )
}

function GuestNames({ guests }: { guests: ExtraGuest[] }) {
  const { guestList: words } = useLeadWords()
  if (guests.length === 0) return <p className="quiet">{words.none}</p>
  return (
    <ul>
      {guests.map(({ firstName, lastName }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else
        <li key={i}>
          <bdi>{[firstName, lastName].filter(part => part).join(' ')}</bdi>
        </li>
      ))}
    </ul>
  )
}

function namesOf({ rows }: { rows: Row[] }): string {
  return rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).join(', ')
}

function rowOf({ firstName, lastName, age, email }: ExtraGuest): Row {
  const text = age === null ? '' : String(age)
  return { firstName: firstName ?? '', lastName: lastName ?? '', age: text, email }
}

function guestOf({ firstName, lastName, age, email }: Row) {
  return {
    firstName: firstName.trim() || null,
    lastName: lastName.trim() || null,
    age: age === '' ? null : Number(age),
    email,
  }
}
