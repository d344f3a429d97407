/** Errors on the wire: contract/general.md §7. */
import { errorCodes } from '../../errors.ts'
import { described, named, oneOf, Type, uid } from '../../rest/fields.ts'
import type { Schema } from '../shapes.ts'

// Texts name what was sent and what is allowed, so that no length bounds them.
const words = (description: string) => described(Type.String(), description)

const errorCode = named(
  'ErrorCode',
  oneOf(errorCodes),
  'What went wrong, for programs. A code is never renamed; there may be new ones.',
)

const fieldError = named(
  'FieldError',
  Type.Object({
    field: Type.Optional(
      words('Where in the body or query it stands, `guestInformation.email`; absent of GraphQL.'),
    ),
    code: Type.Optional(errorCode),
    message: words('What is wrong with it, in English.'),
    extensions: Type.Optional(
      described(
        Type.Object({}, { additionalProperties: true }),
        'Of GraphQL, which has the code there.',
      ),
    ),
  }),
)

const errorBody = named(
  'ErrorBody',
  Type.Object(
    {
      apiErrorMessage: words('What went wrong, in English, for people.'),
      uid: described(uid(), 'This occurrence, for questions about it.'),
      type: words('The code as a URN, `urn:lodgepole:problem:lead-not-found`.'),
      title: words('The code in words.'),
      status: described(Type.Integer(), 'The HTTP status.'),
      detail: words('The same as `apiErrorMessage`.'),
      instance: words('The path that was asked, as it was written.'),
      code: errorCode,
      parameter: Type.Optional(words('The parameter or field that is wrong.')),
      allowedValues: described(
        Type.Optional(Type.Array(Type.String())),
        'Of INVALID_ENUM_VALUE: what would be right.',
      ),
      errors: described(
        Type.Optional(Type.Array(fieldError)),
        'Everything that is wrong, where it is more than one thing or inside an object.',
      ),
    },
    { additionalProperties: true },
  ),
  'Every refusal. Codes may add members of their own, such as `limit` or `conflicts`.',
)

export const errorShapes = { ErrorBody: errorBody } as unknown as Record<string, Schema>
