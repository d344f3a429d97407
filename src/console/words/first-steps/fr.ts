import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Votre agence n’a pas encore de logement',
  text: 'Dès qu’il y a un logement, ses journées sont affichées ici.',
  properties: 'Ajoutez un logement, avec son nom et son adresse.',
  prices: 'Donnez-lui des prix.',
  calendars: 'Reliez les calendriers des sites où il est proposé.',
  staff: 'Invitez ceux qui travaillent avec vous.',
  read: 'Lire comment faire',
}
