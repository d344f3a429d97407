/** Questions to the user, answered line by line at a terminal or in a file. */
import { createInterface } from 'node:readline'
import type { Terminal } from '../command.ts'

export interface Prompter {
  /** Returns the answer, or the suggestion if it is empty. @throws Error if the input ends */
  ask(question: string, suggestion: string): Promise<string>
  close(): void
}

/** Opens the input. Ctrl-C ends it, as Ctrl-D does. */
export function openPrompter({ input, prompts }: Pick<Terminal, 'input' | 'prompts'>): Prompter {
  const lines = createInterface({ input, output: prompts, terminal: prompts !== undefined })
  let isOpen = true
  lines
    .on('SIGINT', () => lines.close())
    .on('close', () => {
      isOpen = false
    })
  // Lines of a file arrive before they are asked for; the iterator stores them.
  const iterator = lines[Symbol.asyncIterator]()
  return {
    async ask(question, suggestion) {
      lines.setPrompt(`${question} [${suggestion}]: `)
      if (prompts !== undefined && isOpen) lines.prompt()
      const { done, value = '' } = await iterator.next()
      if (done) {
        prompts?.write('\n')
        throw new Error('The input ended before the last question. Nothing was written')
      }
      return value.trim() || suggestion
    },
    close: () => lines.close(),
  }
}
