/** For whom: somebody who is known is found again by e-mail, phone or name. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { type Form, Input, TextArea, wrong } from '../kit/form.tsx'
import { useLater } from '../kit/later.ts'
import { useLeadWords } from '../words/lead-words.ts'
import { useKnownGuests } from './quotes.read.ts'
import type { Wanted } from './wanted.ts'

type Name = 'firstName' | 'lastName' | 'email' | 'phone'

export function GuestFields({ form, error }: { form: Form<Wanted>; error: unknown }) {
  const { edit, quote } = useLeadWords()
  const [typed, setTyped] = useState('')
  const text = (name: Name, label: string, type?: 'email' | 'tel') => (
    <Input
      label={label}
      {...(type ? { type } : {})}
      maxLength={255}
      error={wrong({ error }, `guestInformation.${name === 'phone' ? 'cellPhoneNumber' : name}`)}
      value={form.values[name]}
      change={value => {
        form.set(name, value)
        setTyped(value)
      }}
    />
  )
  return (
    <fieldset className="quote-part quote-guest">
      <legend>{quote.guest}</legend>
      <div className="field-row">
        {text('email', edit.email, 'email')}
        {text('phone', quote.phone, 'tel')}
      </div>
      <div className="field-row">
        {text('firstName', edit.firstName)}
        {text('lastName', edit.lastName)}
      </div>
      <KnownGuests
        typed={typed}
        take={guest => {
          form.change(guest)
          setTyped('')
        }}
      />
      <TextArea
        label={edit.notes}
        rows={2}
        error={wrong({ error }, 'notes')}
        value={form.values.notes}
        change={value => form.set('notes', value)}
      />
    </fieldset>
  )
}

interface KnownGuestsProps {
  typed: string
  take: (guest: Pick<Wanted, Name>) => void
}

function KnownGuests({ typed, take }: KnownGuestsProps) {
  const { quote } = useLeadWords()
  const guests = useKnownGuests(useLater(typed))
  if (typed === '' || guests.length === 0) return null
  return (
    <div className="known-guests" role="group" aria-label={quote.known}>
      <span className="quiet small">{quote.known}</span>
      {guests.map(guest => {
        const { uid, email, mobileNumber, phoneNumber } = guest
        const name =
          [guest.firstName, guest.lastName].filter(part => part).join(' ') || email || '–'
        const phone = mobileNumber || phoneNumber || ''
        const { firstName, lastName } = guest
        return (
          <Button
            key={uid}
            className="known-guest"
            aria-label={quote.take(name)}
            onPress={() =>
              take({
                firstName: firstName ?? '',
                lastName: lastName ?? '',
                email: email ?? '',
                phone,
              })
            }
          >
            <b>
              <bdi>{name}</bdi>
            </b>
            <span className="quiet">{[email, phone].filter(part => part).join(' · ')}</span>
          </Button>
        )
      })}
    </div>
  )
}
