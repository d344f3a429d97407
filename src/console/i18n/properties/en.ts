/** English translations of properties, in one file because the editor needs all of them. */
import { en as amenities } from './amenities/en.ts'
import { en as content } from './content/en.ts'
import { en as fields } from './fields/en.ts'
import { en as page } from './page/en.ts'
import { en as types } from './types/en.ts'

export const en = { page, fields, content, types, amenities }
