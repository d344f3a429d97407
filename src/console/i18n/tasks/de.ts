/** German translations of the list of tasks. */
import type { TaskTranslations } from './en.ts'

export const tasks: TaskTranslations = {
  title: 'Aufgaben',
  none: 'Keine offenen Aufgaben.',
  accept: 'Annehmen',
  done: 'Erledigt',
  accepted: name => `${name} angenommen`,
  isDone: name => `${name} erledigt`,
}
