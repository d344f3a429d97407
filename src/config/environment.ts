/** The environment of a process, which its settings are read from. */
export type Environment = Record<string, string | undefined>

/** What is said of a setting that does not fit. */
export function unfit(name: string, text: string, wanted: string): Error {
  return new Error(`${name} does not fit: '${text}' is not ${wanted}`)
}
