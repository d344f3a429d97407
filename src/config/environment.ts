import { OperatorError } from '../platform/operator-error.ts'
import { type NumericSetting, settings } from './settings.ts'

export type Environment = Record<string, string | undefined>

/** Returns the error of an invalid setting, with its value. */
export function invalidSetting(name: string, value: string, expected: string): Error {
  return new OperatorError(`${name} is invalid: '${value}' is not ${expected}`)
}

/** Returns the error of an invalid setting without its value, which may contain a password. */
export function invalidSecret(name: string, expected: string): Error {
  return new OperatorError(`${name} is invalid: it must be ${expected}`)
}

/** Reads a whole number. @throws Error naming the variable, which may be a former name */
export function integer(env: Environment, name: NumericSetting, variable: string = name): number {
  const { default: standard, range } = settings[name]
  return wholeNumber(env, variable, standard, range)
}

/** Reads a whole number. @throws Error naming the variable */
export function wholeNumber(
  env: Environment,
  name: string,
  standard: number,
  [min, max]: [number, number],
): number {
  const text = env[name]
  if (text === undefined || text === '') return standard
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw invalidSetting(name, text, `a whole number from ${min} to ${max}`)
}

/** Reads an http or https URL with an optional path. @throws Error naming the variable */
export function httpUrl(env: Environment, name: string): string {
  const value = env[name] ?? ''
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value.replace(/\/+$/, '')
  throw invalidSetting(name, value, 'an http or https URL')
}

/**
 * Reads an origin, without a trailing slash.
 *
 * @throws Error naming the variable
 */
export function origin(env: Environment, name: string, defaultOrigin: string): string {
  const value = env[name] || defaultOrigin
  const url = /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : null
  if (url === null) throw invalidSetting(name, value, 'an http or https URL')
  if (url.username || url.password)
    throw invalidSecret(name, 'an origin, without a user or a password')
  const withoutSlash = value.replace(/\/+$/, '')
  if (/^https?:\/\/[^/?#]+$/.test(withoutSlash)) return withoutSlash
  throw invalidSetting(
    name,
    value,
    'an origin, without a path: the server needs a host name of its own',
  )
}
