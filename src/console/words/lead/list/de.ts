/** German texts of the list of leads. */
import { plural } from '../../plural.ts'
import type { lists as english } from './en.ts'

export const lists: typeof english = {
  list: {
    filter: 'Filtern',
    on: count => `Filter (${count})`,
    which: 'Welche Anfragen',
    anybody: 'Wer auch immer',
    any: 'Egal',
    balance: 'Geld',
    balances: { DUE: 'Etwas ist offen', PAID: 'Alles bezahlt' },
    dueOn: 'Zu zahlen bis',
    stay: 'Aufenthalt',
    whens: { COMING: 'Kommt noch', THERE: 'Jetzt da', OPEN: 'Nicht vorbei', OVER: 'Vorbei' },
    tags: 'Schlagworte',
    clear: 'Alle zeigen',
    chooseAll: 'Alle gezeigten auswählen',
    choose: name => `${name} auswählen`,
    chosen: plural('de', { one: '# Anfrage gewählt', other: '# Anfragen gewählt' }),
    clearChosen: 'Keine auswählen',
    tag: 'Verschlagworten',
    assign: 'Zuweisen an…',
    done: (done, total) => `${done} von ${total} erledigt`,
    failed: plural('de', { one: '# blieb, wie sie war:', other: '# blieben, wie sie waren:' }),
    assignedMeanwhile: 'jemand anderes hat sie inzwischen übernommen',
    export: 'CSV herunterladen',
    file: 'anfragen',
    currency: 'Währung',
  },
}
