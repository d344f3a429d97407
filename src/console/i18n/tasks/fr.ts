/** French translations of the list of tasks. */
import type { TaskTranslations } from './en.ts'

export const tasks: TaskTranslations = {
  title: 'Tâches',
  none: 'Aucune tâche ouverte.',
  accept: 'Accepter',
  done: 'Terminé',
  accepted: name => `${name} : acceptée`,
  isDone: name => `${name} : terminée`,
}
