import { type Types, text, word } from '../../../platform/graphql/fields.ts'

/** The property as the lead query shows it: contract/leadsql.md §2, §4. */
export const propertyQueryTypes: Types = {
  PropertyGraphQLTO: {
    name: text('name'),
    uid: word('uid'),
    pictureLink: text('picture_link'),
  },
}
