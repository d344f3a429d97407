/** English translations of lists and forms of resources. */
import { plural } from '../plural.ts'

export const en = {
  save: 'Save',
  discard: 'Discard',
  delete: 'Delete',
  sections: 'Sections',
  errors: {
    ALREADY_EXISTS: 'Already in use',
    range: (min: string, max: string) => `Enter a number from ${min} to ${max}`,
    atLeast: (min: string) => `Enter a number of at least ${min}`,
    moreThan: (min: string) => `Enter a number above ${min}`,
    characters: plural('en', { one: 'At most # character', other: 'At most # characters' }),
    email: 'Enter an e-mail address, such as name@example.com',
    url: 'Enter an address that starts with https://',
    date: 'Enter a date',
    choose: 'Choose one of the options',
  },
}

export type ResourceTranslations = typeof en
