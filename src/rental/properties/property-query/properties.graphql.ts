import { nullableText, type Types, unescaped } from '../../../platform/graphql/fields.ts'

/** Property in the lead query: contract/leadsql.md §2, §4. */
export const propertyQueryTypes: Types = {
  PropertyGraphQLTO: {
    name: nullableText('name'),
    uid: unescaped('uid'),
    pictureLink: nullableText('picture_link'),
  },
}
