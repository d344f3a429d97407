/** The environment of a process, which its settings are read from. */
export type Environment = Record<string, string | undefined>

/** What is said of a setting that does not fit. */
export function unfit(name: string, text: string, wanted: string): Error {
  return new Error(`${name} does not fit: '${text}' is not ${wanted}`)
}

/** A variable that holds the origin of a URL. @throws Error naming the variable */
export function origin(env: Environment, name: string, standard: string): string {
  const text = env[name] || standard
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw unfit(name, text, 'an http or https URL')
}
