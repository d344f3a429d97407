/** French translations of properties, in one file because the editor needs all of them. */
import { fr as amenities } from './amenities/fr.ts'
import { fr as content } from './content/fr.ts'
import { fr as fields } from './fields/fr.ts'
import { fr as page } from './page/fr.ts'
import { fr as types } from './types/fr.ts'

export const fr = { page, fields, content, types, amenities }
