/** French translations of the list of leads. */
import { plural } from '../../plural.ts'
import type { lists as english } from './en.ts'

export const lists: typeof english = {
  list: {
    filter: 'Filtrer',
    on: count => `Filtrer (${count})`,
    which: 'Filtrer les réservations',
    anybody: 'Toute l’équipe',
    any: 'Indifférent',
    balance: 'Solde',
    balances: { DUE: 'Solde dû', PAID: 'Entièrement payé' },
    dueOn: 'À payer d’ici au',
    stay: 'Séjour',
    whens: { COMING: 'À venir', THERE: 'En cours', OPEN: 'En cours et à venir', OVER: 'Passé' },
    tags: 'Étiquettes',
    clear: 'Effacer les filtres',
    chooseAll: 'Sélectionner tout ce qui est affiché',
    choose: name => `Sélectionner ${name}`,
    chosen: plural('fr', { one: '# sélectionnée', other: '# sélectionnées' }),
    clearChosen: 'Effacer la sélection',
    tag: 'Ajouter',
    assign: 'Attribuer à…',
    done: (done, total) => `${done} sur ${total} faites`,
    failed: plural('fr', {
      one: '# n’a pas pu être modifiée :',
      other: '# n’ont pas pu être modifiées :',
    }),
    assignedMeanwhile: 'une autre personne vient de l’attribuer',
    export: 'Télécharger en CSV',
    file: 'reservations',
    currency: 'Devise',
  },
}
