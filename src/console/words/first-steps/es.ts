import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Su agencia aún no tiene alojamientos',
  text: 'En cuanto haya un alojamiento, aquí se verán sus días.',
  properties: 'Añada un alojamiento, con su nombre y su dirección.',
  prices: 'Póngale precios.',
  calendars: 'Conecte los calendarios de los sitios donde se anuncia.',
  staff: 'Invite a quienes trabajan con usted.',
  read: 'Leer cómo se hace',
}
