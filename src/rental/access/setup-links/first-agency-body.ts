/** Form that creates the first agency and its administrator. */
import type { Static } from 'typebox'
import { ApiError } from '../../../platform/errors.ts'
import {
  currencyCode,
  emailAddress,
  oneOf,
  shape,
  text,
  timeZone,
} from '../../../platform/rest/fields.ts'
import { readBody } from '../../../platform/rest/parse-input.ts'
import { languages } from '../languages/language.ts'
import { lengthError } from '../passwords/employee-passwords.ts'

const firstAgencyBody = shape('FirstAgency', {
  agencyName: text({ min: 1 }),
  currency: currencyCode(),
  timeZone: timeZone(),
  firstName: text({ min: 1 }),
  lastName: text({ min: 1 }),
  email: emailAddress(),
  language: oneOf(languages),
})

export type FirstAgency = Static<typeof firstAgencyBody>
export type FirstAgencyField = keyof FirstAgency | 'password'

export interface FirstAgencyForm {
  agency: FirstAgency
  password: string
}

/** Reads the form; returns the names of the invalid fields if there are any. */
export function readFirstAgency(form: URLSearchParams): FirstAgencyForm | Set<FirstAgencyField> {
  const password = form.get('password') ?? ''
  const invalid = new Set<FirstAgencyField>(lengthError(password) === null ? [] : ['password'])
  try {
    const agency = readBody(firstAgencyBody, Object.fromEntries(form))
    return invalid.size > 0 ? invalid : { agency, password }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    for (const field of invalidFields(error)) invalid.add(field as FirstAgencyField)
    return invalid
  }
}

/** Returns the names of the fields in an error of one or several fields. */
function invalidFields({ errors, members }: ApiError): string[] {
  return errors.length > 0 ? errors.map(({ field }) => field) : [String(members.parameter)]
}
