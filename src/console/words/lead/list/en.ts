/** English texts of the list of leads; the other languages have each of them. */
import { plural } from '../../plural.ts'

export const lists = {
  list: {
    filter: 'Filter',
    on: (count: number) => `Filter (${count})`,
    which: 'Which leads',
    anybody: 'Whoever',
    any: 'Any',
    balance: 'Money',
    balances: { DUE: 'Something is due', PAID: 'All paid' },
    dueOn: 'To be paid by',
    stay: 'Stay',
    whens: { COMING: 'To come', THERE: 'There now', OPEN: 'Not over', OVER: 'Over' },
    tags: 'Tags',
    clear: 'Show all',
    chooseAll: 'Choose all that are shown',
    choose: (name: string) => `Choose ${name}`,
    chosen: plural('en', { one: '# lead chosen', other: '# leads chosen' }),
    clearChosen: 'Choose none',
    tag: 'Tag',
    assign: 'Assign to…',
    done: (done: number, total: number) => `${done} of ${total} done`,
    failed: plural('en', { one: '# was left as it was:', other: '# were left as they were:' }),
    assignedMeanwhile: 'somebody else took it meanwhile',
    export: 'Download CSV',
    file: 'leads',
    currency: 'Currency',
  },
}
