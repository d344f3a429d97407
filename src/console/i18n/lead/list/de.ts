/** German translations of the list of leads. */
import { plural } from '../../plural.ts'
import type { lists as english } from './en.ts'

export const lists: typeof english = {
  list: {
    filter: 'Filter',
    on: count => `Filter (${count})`,
    which: 'Buchungen filtern',
    anybody: 'Alle',
    any: 'Alle',
    balance: 'Saldo',
    balances: { DUE: 'Betrag offen', PAID: 'Vollständig bezahlt' },
    dueOn: 'Fällig bis',
    stay: 'Aufenthalt',
    whens: {
      COMING: 'Bevorstehend',
      THERE: 'Im Haus',
      OPEN: 'Aktuell & bevorstehend',
      OVER: 'Vergangen',
    },
    tags: 'Tags',
    clear: 'Filter zurücksetzen',
    chooseAll: 'Alle angezeigten auswählen',
    choose: name => `${name} auswählen`,
    chosen: plural('de', { one: '# ausgewählt', other: '# ausgewählt' }),
    clearChosen: 'Auswahl aufheben',
    tag: 'Tag hinzufügen',
    assign: 'Zuweisen an…',
    done: (done, total) => `${done} von ${total} erledigt`,
    failed: plural('de', {
      one: '# konnte nicht geändert werden:',
      other: '# konnten nicht geändert werden:',
    }),
    assignedMeanwhile: 'wurde gerade von einer anderen Person zugewiesen',
    export: 'CSV herunterladen',
    file: 'buchungen',
    currency: 'Währung',
  },
}
