/** French translations of lists and forms of resources. */
import { plural } from '../plural.ts'
import type { ResourceTranslations } from './en.ts'

export const fr: ResourceTranslations = {
  save: 'Enregistrer',
  discard: 'Abandonner',
  delete: 'Supprimer',
  sections: 'Rubriques',
  errors: {
    ALREADY_EXISTS: 'Déjà utilisé',
    range: (min, max) => `Saisissez un nombre de ${min} à ${max}`,
    atLeast: min => `Saisissez un nombre d’au moins ${min}`,
    moreThan: min => `Saisissez un nombre supérieur à ${min}`,
    characters: plural('fr', { one: '# caractère au plus', other: '# caractères au plus' }),
    email: 'Saisissez une adresse e-mail, par exemple nom@example.com',
    url: 'Saisissez une adresse qui commence par https://',
    date: 'Saisissez une date',
    choose: 'Choisissez l’une des options',
  },
}
