/** Errors of the server, placed at the fields of a form. */

import { ApiProblem, type FieldProblem, findFieldProblem } from '../../api/problem.ts'
import type { BodySchema, FieldSchema } from '../../api/schemas/body-schema.ts'
import { percentText } from '../../i18n/format.ts'
import type { ResourceTranslations } from '../../i18n/resources/translations.ts'
import type { Localization } from '../../i18n/translations.tsx'
import { findField, isPercent } from './form-values.ts'

/** Translates the errors of fields, by the path of the field. */
export function translateFieldErrors(
  error: unknown,
  schema: BodySchema,
  names: readonly string[],
  localization: Localization & { resources: ResourceTranslations },
): Record<string, string> {
  const found = names.flatMap(name => {
    const problem = findFieldProblem(error, name)
    return problem ? [[name, toText(problem, findField(schema, name), localization)]] : []
  })
  return Object.fromEntries(found)
}

/** Returns true if every part of an error stands at one of the fields. */
export function isPlaced(error: unknown, placed: Record<string, string>): boolean {
  if (!(error instanceof ApiProblem)) return false
  const { errors = [], parameter } = error.body
  if (errors.length > 0) return errors.every(({ field }) => field in placed)
  return parameter !== undefined && parameter in placed
}

/** Returns the translated reason, or the server's message if the schema does not explain it. */
function toText(
  { code, message }: FieldProblem,
  field: FieldSchema,
  { texts, locale, resources: { errors } }: Localization & { resources: ResourceTranslations },
): string {
  if (code === 'REQUIRED_PARAMETER') return texts.problem.fields.REQUIRED_PARAMETER
  if (code === 'ALREADY_EXISTS') return errors.ALREADY_EXISTS
  if (field.enum || code === 'INVALID_ENUM_VALUE') return errors.choose
  if (code !== 'INVALID_PARAMETER') return message
  const format = (limit: number) =>
    isPercent(field) ? percentText(limit, locale) : new Intl.NumberFormat(locale).format(limit)
  const { minimum, exclusiveMinimum, maximum, maxLength } = field
  if (field.type === 'number' || field.type === 'integer') {
    if (exclusiveMinimum !== undefined) return errors.moreThan(format(exclusiveMinimum))
    if (minimum === undefined) return texts.problem.fields.other
    return maximum === undefined || maximum > largestShown
      ? errors.atLeast(format(minimum))
      : errors.range(format(minimum), format(maximum))
  }
  const formatError = errors[errorsByFormat[field.format ?? ''] ?? 'choose']
  if (field.format && field.format in errorsByFormat) return String(formatError)
  return /longer|characters/.test(message) && maxLength
    ? errors.characters(maxLength)
    : texts.problem.fields.other
}

/** Limits above this one only protect the database. */
const largestShown = 1_000_000

const errorsByFormat: Record<string, 'email' | 'url' | 'date' | 'choose'> = {
  'email-address': 'email',
  'http-url': 'url',
  'http-url-or-empty': 'url',
  date: 'date',
  uuid: 'choose',
  'currency-code': 'choose',
  'country-code': 'choose',
  'time-zone': 'choose',
}
