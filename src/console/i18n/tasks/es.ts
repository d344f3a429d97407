/** Spanish translations of the list of tasks. */
import type { TaskTranslations } from './en.ts'

export const tasks: TaskTranslations = {
  title: 'Tareas',
  none: 'No hay tareas abiertas.',
  accept: 'Aceptar',
  done: 'Hecho',
  accepted: name => `${name}: aceptada`,
  isDone: name => `${name}: hecha`,
}
