import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Configure su primer alojamiento',
  text: 'Cuando tenga un alojamiento, aquí aparecerán llegadas, salidas y tareas.',
  properties: 'Añada un alojamiento con su nombre y su dirección.',
  prices: 'Defina los precios.',
  calendars: 'Conecte los calendarios de los portales donde se anuncia.',
  staff: 'Invite a su equipo.',
  read: 'Abrir la referencia de la API',
}
