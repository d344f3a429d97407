import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Configurez votre premier logement',
  text: 'Arrivées, départs et tâches s’affichent ici dès que vous avez un logement.',
  ask:
    'Cette agence n’a pas encore de logement. Un gestionnaire ou un administrateur peut en ' +
    'ajouter.',
  start: 'Commencer la configuration',
}
