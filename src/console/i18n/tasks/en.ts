/** English translations of the list of tasks. */
export const tasks = {
  title: 'Tasks',
  none: 'No open tasks.',
  accept: 'Accept',
  done: 'Done',
  accepted: (name: string) => `Accepted ${name}`,
  isDone: (name: string) => `Done: ${name}`,
}

export type TaskTranslations = typeof tasks
