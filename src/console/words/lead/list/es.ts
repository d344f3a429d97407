/** Spanish texts of the list of leads. */
import { plural } from '../../plural.ts'
import type { lists as english } from './en.ts'

export const lists: typeof english = {
  list: {
    filter: 'Filtrar',
    on: count => `Filtro (${count})`,
    which: 'Qué solicitudes',
    anybody: 'Quien sea',
    any: 'Cualquiera',
    balance: 'Dinero',
    balances: { DUE: 'Queda por pagar', PAID: 'Todo pagado' },
    dueOn: 'Debe pagarse hasta el',
    stay: 'Estancia',
    whens: { COMING: 'Por llegar', THERE: 'En curso', OPEN: 'Sin terminar', OVER: 'Terminada' },
    tags: 'Etiquetas',
    clear: 'Mostrar todo',
    chooseAll: 'Elegir todas las mostradas',
    choose: name => `Elegir ${name}`,
    chosen: plural('es', { one: '# solicitud elegida', other: '# solicitudes elegidas' }),
    clearChosen: 'No elegir ninguna',
    tag: 'Etiquetar',
    assign: 'Asignar a…',
    done: (done, total) => `${done} de ${total} hechas`,
    failed: plural('es', { one: '# quedó como estaba:', other: '# quedaron como estaban:' }),
    assignedMeanwhile: 'otra persona la tomó entretanto',
    export: 'Descargar CSV',
    file: 'solicitudes',
    currency: 'Moneda',
  },
}
