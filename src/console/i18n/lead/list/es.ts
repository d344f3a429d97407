/** Spanish translations of the list of leads. */
import { plural } from '../../plural.ts'
import type { lists as english } from './en.ts'

export const lists: typeof english = {
  list: {
    filter: 'Filtrar',
    on: count => `Filtrar (${count})`,
    which: 'Filtrar reservas',
    anybody: 'Cualquiera',
    any: 'Cualquiera',
    balance: 'Saldo',
    balances: { DUE: 'Saldo pendiente', PAID: 'Pagado por completo' },
    dueOn: 'A pagar hasta el',
    stay: 'Estancia',
    whens: { COMING: 'Próximas', THERE: 'En curso', OPEN: 'En curso y próximas', OVER: 'Pasadas' },
    tags: 'Etiquetas',
    clear: 'Borrar filtros',
    chooseAll: 'Seleccionar todas las mostradas',
    choose: name => `Seleccionar ${name}`,
    chosen: plural('es', { one: '# seleccionada', other: '# seleccionadas' }),
    clearChosen: 'Borrar la selección',
    tag: 'Etiquetar',
    assign: 'Asignar a…',
    done: (done, total) => `${done} de ${total} listas`,
    failed: plural('es', {
      one: '# no se ha podido actualizar:',
      other: '# no se han podido actualizar:',
    }),
    assignedMeanwhile: 'otra persona acaba de asignarla',
    export: 'Descargar CSV',
    file: 'reservas',
    currency: 'Moneda',
  },
}
