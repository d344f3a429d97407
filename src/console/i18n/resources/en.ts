/** English translations of lists and forms of resources. */
import { plural } from '../plural.ts'

export const en = {
  save: 'Save',
  discard: 'Discard',
  delete: 'Delete',
  chooseAll: 'Select all',
  choose: (name: string) => `Select ${name}`,
  chosen: plural('en', { one: '# selected', other: '# selected' }),
  clearChosen: 'Clear selection',
  actions: 'Actions',
  removeOne: (name: string) => `Delete ${name}`,
  created: (name: string) => `Added ${name}`,
  changedCount: plural('en', { one: '# updated', other: '# updated' }),
  changedAndFailed: (changed: number, failed: number) => `${changed} updated, ${failed} failed:`,
  search: (many: string) => `Search ${many.toLowerCase()}`,
  filter: 'Filter',
  filters: plural('en', { one: '# filter', other: '# filters' }),
  removeFilter: (name: string) => `Remove the filter ${name}`,
  any: 'All',
  clear: 'Clear filters',
  none: 'No results',
  more: 'Show more',
  export: 'Export',
  views: {
    views: 'Saved views',
    view: 'Name of the view',
    save: 'Save view',
    remove: (name: string) => `Delete the view ${name}`,
    noViews: 'Save these filters under a name to come back to them.',
  },
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
