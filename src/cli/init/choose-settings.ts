import type { Environment } from '../../config/environment.ts'
import type { CommandSession } from '../command.ts'
import { errorMessage } from '../error-message.ts'
import { openPrompter, type Prompter } from './prompter.ts'
import { displayed, type InitOption, type Question, questions } from './questions.ts'

export type InitOptions = { [O in InitOption]?: string | undefined } & { yes?: true | undefined }

/** Settings that the answers determine. A present one is used only if it is the answer. */
const answeredSettings = ['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'BLOB_URL']

/**
 * Determines the settings of all questions and tests each of them. A question without an option is
 * asked until its answer is usable; with `--yes`, all unusable answers are reported.
 *
 * @throws Error if an answer is unusable, or the input ends
 */
export async function chooseSettings(
  session: CommandSession,
  present: Environment,
  options: InitOptions,
): Promise<Environment> {
  const answered = Object.fromEntries(answeredSettings.map(name => [name, undefined]))
  const base = { ...present, ...answered }
  const prompter = options.yes ? null : openPrompter(session)
  let settings: Environment = {}
  let failures = 0
  try {
    for (const question of questions) {
      if (question.applies?.(settings) === false) {
        settings = { ...settings, ...question.read('none', present) }
        continue
      }
      const result = await answer(session, question, { present, options, prompter, base, settings })
      if (result === null) failures++
      else settings = { ...settings, ...result }
    }
  } finally {
    prompter?.close()
  }
  if (failures > 0) throw new Error('Nothing was written. Correct these settings and run it again')
  return settings
}

interface Choice {
  present: Environment
  options: InitOptions
  prompter: Prompter | null
  /** Settings other than those of the answers. */
  base: Environment
  /** Settings of the answers so far. */
  settings: Environment
}

/** Returns the settings of a usable answer; null if the answer is unusable and nothing is asked. */
async function answer(
  { print, complain }: CommandSession,
  question: Question,
  { present, options, prompter, base, settings }: Choice,
): Promise<Environment | null> {
  let given = options[question.option]
  for (;;) {
    const suggestion = question.suggest(present)
    const text = given ?? (await prompter?.ask(question.text, displayed(suggestion))) ?? suggestion
    const chosen = text === displayed(suggestion) ? suggestion : text
    const read = question.read(chosen, present)
    try {
      await question.test({ ...base, ...settings, ...read })
      const names = Object.keys(read).filter(name => read[name] !== undefined)
      if (names.length > 0) print(`${names.join(', ')}: ok`)
      return read
    } catch (error) {
      complain(`lodgepole: ${errorMessage(error, read.DATA_DIR ?? present.DATA_DIR!)}`)
    }
    if (prompter === null) return null
    given = undefined
  }
}
