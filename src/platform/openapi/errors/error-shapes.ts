/** Errors on the wire: contract/general.md §7. */
import { errorCodes } from '../../errors.ts'
import { described, listOf, named, oneOf, Type, text, uid } from '../../rest/fields.ts'
import type { Schema } from '../shapes.ts'

const errorCode = named(
  'ErrorCode',
  oneOf(errorCodes),
  'What went wrong, for programs. A code is never renamed; there may be new ones.',
)

const fieldError = named(
  'FieldError',
  Type.Object({
    field: described(text(), 'Where in the body or query it stands, `guestInformation.email`.'),
    code: errorCode,
    message: described(text(), 'What is wrong with it, in English.'),
  }),
)

const errorBody = named(
  'ErrorBody',
  Type.Object(
    {
      apiErrorMessage: described(text(), 'What went wrong, in English, for people.'),
      uid: described(uid(), 'This occurrence, for questions about it.'),
      type: described(text(), 'The code as a URN, `urn:lodgepole:problem:lead-not-found`.'),
      title: described(text(), 'The code in words.'),
      status: described(Type.Integer(), 'The HTTP status.'),
      detail: described(text(), 'The same as `apiErrorMessage`.'),
      instance: described(text(), 'The path that was asked, as it was written.'),
      code: errorCode,
      parameter: described(Type.Optional(text()), 'The parameter or field that is wrong.'),
      allowedValues: described(
        Type.Optional(Type.Array(text())),
        'Of INVALID_ENUM_VALUE: what would be right.',
      ),
      errors: described(
        Type.Optional(listOf(fieldError)),
        'Everything that is wrong, where it is more than one thing or inside an object.',
      ),
    },
    { additionalProperties: true },
  ),
  'Every refusal. Codes may add members of their own, such as `limit` or `conflicts`.',
)

export const errorShapes = { ErrorBody: errorBody } as unknown as Record<string, Schema>
