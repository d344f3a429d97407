/** Spanish translations of properties, in one file because the editor needs all of them. */
import { es as amenities } from './amenities/es.ts'
import { es as content } from './content/es.ts'
import { es as fields } from './fields/es.ts'
import { es as page } from './page/es.ts'
import { es as types } from './types/es.ts'

export const es = { page, fields, content, types, amenities }
