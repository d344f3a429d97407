/** English translations of the list of leads. */
import { plural } from '../../plural.ts'

export const lists = {
  list: {
    filter: 'Filter',
    on: (count: number) => `Filter (${count})`,
    which: 'Filter reservations',
    anybody: 'Anyone',
    any: 'Any',
    balance: 'Balance',
    balances: { DUE: 'Balance due', PAID: 'Paid in full' },
    dueOn: 'Due by',
    stay: 'Stay',
    whens: { COMING: 'Upcoming', THERE: 'Staying', OPEN: 'Current & upcoming', OVER: 'Past' },
    tags: 'Tags',
    clear: 'Clear filters',
    chooseAll: 'Select all shown',
    choose: (name: string) => `Select ${name}`,
    chosen: plural('en', { one: '# selected', other: '# selected' }),
    clearChosen: 'Clear selection',
    tag: 'Add tag',
    assign: 'Assign to…',
    done: (done: number, total: number) => `${done} of ${total} done`,
    failed: plural('en', { one: '# couldn’t be updated:', other: '# couldn’t be updated:' }),
    assignedMeanwhile: 'someone else just assigned it',
    export: 'Download CSV',
    file: 'reservations',
    currency: 'Currency',
  },
}
