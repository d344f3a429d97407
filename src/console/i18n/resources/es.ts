/** Spanish translations of lists and forms of resources. */
import { plural } from '../plural.ts'
import type { ResourceTranslations } from './en.ts'

export const es: ResourceTranslations = {
  save: 'Guardar',
  discard: 'Descartar',
  delete: 'Eliminar',
  sections: 'Secciones',
  errors: {
    ALREADY_EXISTS: 'Ya está en uso',
    range: (min, max) => `Introduce un número de ${min} a ${max}`,
    atLeast: min => `Introduce un número a partir de ${min}`,
    moreThan: min => `Introduce un número mayor que ${min}`,
    characters: plural('es', { one: 'Máximo # carácter', other: 'Máximo # caracteres' }),
    email: 'Introduce un correo electrónico, como nombre@example.com',
    url: 'Introduce una dirección que empiece por https://',
    date: 'Introduce una fecha',
    choose: 'Elige una de las opciones',
  },
}
