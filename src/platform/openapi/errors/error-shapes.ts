/** Schemas of errors: contract/general.md §7. */
import { errorCodes } from '../../errors.ts'
import { described, named, oneOf, Type, uid } from '../../rest/fields.ts'
import type { Schema } from '../shapes.ts'

// Texts quote the request and the allowed values, so they have no maximum length.
const describedText = (description: string) => described(Type.String(), description)

const errorCode = named(
  'ErrorCode',
  oneOf(errorCodes),
  'Machine-readable error code. Codes are never renamed; new ones may be added.',
)

const fieldError = named(
  'FieldError',
  Type.Object({
    field: Type.Optional(
      describedText(
        'Path of the invalid value in the body or query, such as `guestInformation.email`. ' +
          'Omitted for GraphQL.',
      ),
    ),
    code: Type.Optional(errorCode),
    message: describedText('Problem with the value, in English.'),
    extensions: Type.Optional(
      described(
        Type.Object({}, { additionalProperties: true }),
        'Only for GraphQL, which has the error code here.',
      ),
    ),
  }),
)

const errorBody = named(
  'ErrorBody',
  Type.Object(
    {
      apiErrorMessage: describedText('Human-readable error message, in English.'),
      uid: described(
        uid(),
        'Unique identifier of this error response, to quote in support requests.',
      ),
      type: describedText('Error code as a URN, `urn:lodgepole:problem:lead-not-found`.'),
      title: describedText('Error code as a phrase.'),
      status: described(Type.Integer(), 'HTTP status.'),
      detail: describedText('Same as `apiErrorMessage`.'),
      instance: describedText('Path of the request, as sent.'),
      code: errorCode,
      parameter: Type.Optional(describedText('Name of the invalid parameter or field.')),
      allowedValues: described(
        Type.Optional(Type.Array(Type.String())),
        'Allowed values. Only with `INVALID_ENUM_VALUE`.',
      ),
      errors: described(
        Type.Optional(Type.Array(fieldError)),
        'All validation errors. Only if there are several, or one inside a nested object.',
      ),
    },
    { additionalProperties: true },
  ),
  'Error response. Some codes add fields of their own, such as `limit` or `conflicts`.',
)

export const errorShapes = { ErrorBody: errorBody } as unknown as Record<string, Schema>
