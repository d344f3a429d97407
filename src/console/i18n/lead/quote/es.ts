import { plural } from '../../plural.ts'
import type { QuoteTranslations } from './en.ts'

export const quotes: QuoteTranslations = {
  quote: {
    free: plural('es', { one: '# alojamiento está libre', other: '# alojamientos están libres' }),
    stay: 'Estancia',
    guest: 'Huésped',
    price: 'Precio',
    choose: 'Elija…',
    extras: 'Extras',
    offline: 'Se paga en el alojamiento, no incluido',
    knownGuests: 'Huéspedes conocidos',
    applyDetailsOf: name => `Usar los datos de ${name}`,
    phone: 'Teléfono',
    as: 'Guardar como',
    kinds: { quote: 'Presupuesto', hold: 'Prerreserva', book: 'Reserva' },
    kindTexts: {
      quote: 'Guarda el precio. Las noches siguen libres.',
      hold: 'Guarda las noches y el precio hasta que venza la prerreserva.',
      book: 'Reserva las noches a este precio.',
    },
    minutes: 'Duración de la prerreserva (minutos)',
    submits: { quote: 'Guardar presupuesto', hold: 'Prerreservar', book: 'Reservar' },
    incomplete: {
      both: 'Elija alojamiento y fechas para ver el precio.',
      property: 'Elija uno de los alojamientos libres para ver el precio.',
      dates: 'Elija fechas para ver el precio.',
      guests: 'Indique el número de huéspedes para ver el precio.',
    },
    badDates: 'Elija una salida posterior a la llegada.',
    perNight: amount => `${amount} por noche, todos los cargos incluidos`,
    down: amount => `Anticipo a pagar ahora: ${amount}`,
    overrule: {
      quote: 'Presupuestar de todos modos',
      hold: 'Prerreservar de todos modos',
      book: 'Prerreservar de todos modos y luego reservar',
    },
    sealed: stay => `Prerreserva para ${stay}`,
    sealedText: time => `El precio está garantizado hasta el ${time}.`,
    changed: (before, now) =>
      `El precio ha cambiado de ${before} a ${now}. Las noches se guardan para usted.`,
    book: 'Reservar a este precio',
    release: 'Liberar',
    open: 'Abrir la reserva',
    gone: 'La prerreserva ha vencido. Las noches vuelven a estar libres.',
    again: 'Nuevo presupuesto',
  },
  board: {
    columns: {
      QUOTE: 'Consultas y presupuestos',
      HOLD: 'Solicitudes y prerreservas',
      BOOKED: 'Confirmada',
      STAY: 'Alojados',
      CLOSED: 'Cerrada',
    },
    move: name => `Mover ${name}`,
    inList: 'Ver como lista',
    none: 'Sin reservas',
    noReason: {
      QUOTE: 'Una reserva no puede volver a ser presupuesto.',
      HOLD: 'Solo se pueden prerreservar presupuestos abiertos.',
      BOOKED: 'Esto no se puede reservar desde aquí.',
      STAY: 'Empieza automáticamente el día de llegada.',
      CLOSED: 'Esto no se puede cerrar desde aquí.',
    },
    everybody: 'Todos',
  },
}
