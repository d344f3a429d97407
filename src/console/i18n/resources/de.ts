/** German translations of lists and forms of resources. */
import { plural } from '../plural.ts'
import type { ResourceTranslations } from './en.ts'

export const de: ResourceTranslations = {
  save: 'Speichern',
  discard: 'Verwerfen',
  delete: 'Löschen',
  sections: 'Abschnitte',
  errors: {
    ALREADY_EXISTS: 'Bereits vergeben',
    range: (min, max) => `Bitte eine Zahl von ${min} bis ${max} eingeben`,
    atLeast: min => `Bitte eine Zahl ab ${min} eingeben`,
    moreThan: min => `Bitte eine Zahl über ${min} eingeben`,
    characters: plural('de', { one: 'Höchstens # Zeichen', other: 'Höchstens # Zeichen' }),
    email: 'Bitte eine E-Mail-Adresse eingeben, z. B. name@example.com',
    url: 'Bitte eine Adresse eingeben, die mit https:// beginnt',
    date: 'Bitte ein Datum eingeben',
    choose: 'Bitte eine der Möglichkeiten wählen',
  },
}
