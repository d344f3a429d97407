import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Configurez votre premier logement',
  text: 'Arrivées, départs et tâches s’affichent ici dès que vous avez un logement.',
  properties: 'Ajoutez un logement avec son nom et son adresse.',
  prices: 'Définissez les prix.',
  calendars: 'Connectez les calendriers des sites où il est publié.',
  staff: 'Invitez votre équipe.',
  read: 'Ouvrir la référence API',
}
