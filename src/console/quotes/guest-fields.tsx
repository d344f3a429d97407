/** Fields for the guest of a quote; guests on file are suggested by e-mail, phone or name. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useLeadTranslations } from '../i18n/lead-translations.ts'
import { fieldError } from '../shared/writes/write-form.tsx'
import { type Form, Input, TextArea } from '../ui/form.tsx'
import { useDebounced } from '../ui/timers.ts'
import type { QuoteInput } from './quote-request.ts'
import { useGuestMatches } from './quotes.query.ts'

type GuestField = 'firstName' | 'lastName' | 'email' | 'phone'

export function GuestFields({ form, error }: { form: Form<QuoteInput>; error: unknown }) {
  const { edit, quote } = useLeadTranslations()
  // Text last typed in any of the fields; guests are searched by it.
  const [lastTyped, setLastTyped] = useState('')
  const textField = (name: GuestField, label: string, type?: 'email' | 'tel') => (
    <Input
      label={label}
      {...(type ? { type } : {})}
      maxLength={255}
      error={fieldError(
        { error },
        `guestInformation.${name === 'phone' ? 'cellPhoneNumber' : name}`,
      )}
      value={form.values[name]}
      change={value => {
        form.set(name, value)
        setLastTyped(value)
      }}
    />
  )
  return (
    <fieldset className="quote-part quote-guest">
      <legend>{quote.guest}</legend>
      <div className="field-row">
        {textField('email', edit.email, 'email')}
        {textField('phone', quote.phone, 'tel')}
      </div>
      <div className="field-row">
        {textField('firstName', edit.firstName)}
        {textField('lastName', edit.lastName)}
      </div>
      <GuestMatches
        lastTyped={lastTyped}
        select={guest => {
          form.change(guest)
          setLastTyped('')
        }}
      />
      <TextArea
        label={edit.notes}
        rows={2}
        error={fieldError({ error }, 'notes')}
        value={form.values.notes}
        change={value => form.set('notes', value)}
      />
    </fieldset>
  )
}

interface GuestMatchesProps {
  lastTyped: string
  select: (guest: Pick<QuoteInput, GuestField>) => void
}

function GuestMatches({ lastTyped, select }: GuestMatchesProps) {
  const { quote } = useLeadTranslations()
  const guests = useGuestMatches(useDebounced(lastTyped))
  if (lastTyped === '' || guests.length === 0) return null
  return (
    <div className="known-guests" role="group" aria-label={quote.knownGuests}>
      <span className="quiet small">{quote.knownGuests}</span>
      {guests.map(guest => {
        const { uid, firstName, lastName, email, mobileNumber, phoneNumber } = guest
        const name = [firstName, lastName].filter(part => part).join(' ') || email || '–'
        const phone = mobileNumber || phoneNumber || ''
        return (
          <Button
            key={uid}
            className="known-guest"
            aria-label={quote.applyDetailsOf(name)}
            onPress={() =>
              select({
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
