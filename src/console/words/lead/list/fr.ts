/** French texts of the list of leads. */
import { plural } from '../../plural.ts'
import type { lists as english } from './en.ts'

export const lists: typeof english = {
  list: {
    filter: 'Filtrer',
    on: count => `Filtre (${count})`,
    which: 'Quelles demandes',
    anybody: 'N’importe qui',
    any: 'Peu importe',
    balance: 'Argent',
    balances: { DUE: 'Reste à payer', PAID: 'Tout est payé' },
    dueOn: 'À payer au plus tard le',
    stay: 'Séjour',
    whens: { COMING: 'À venir', THERE: 'En cours', OPEN: 'Non terminé', OVER: 'Terminé' },
    tags: 'Étiquettes',
    clear: 'Tout afficher',
    chooseAll: 'Choisir toutes celles affichées',
    choose: name => `Choisir ${name}`,
    chosen: plural('fr', { one: '# demande choisie', other: '# demandes choisies' }),
    clearChosen: 'Ne rien choisir',
    tag: 'Étiqueter',
    assign: 'Attribuer à…',
    done: (done, total) => `${done} sur ${total} faites`,
    failed: plural('fr', {
      one: '# est restée telle quelle :',
      other: '# sont restées telles quelles :',
    }),
    assignedMeanwhile: 'quelqu’un d’autre l’a prise entre-temps',
    export: 'Télécharger en CSV',
    file: 'demandes',
    currency: 'Devise',
  },
}
