/** German translations of properties, in one file because the editor needs all of them. */
import { de as amenities } from './amenities/de.ts'
import { de as content } from './content/de.ts'
import { de as fields } from './fields/de.ts'
import { de as page } from './page/de.ts'
import { de as types } from './types/de.ts'

export const de = { page, fields, content, types, amenities }
