import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Configure su primer alojamiento',
  text: 'Cuando tenga un alojamiento, aquí aparecerán llegadas, salidas y tareas.',
  ask: 'Esta agencia aún no tiene alojamientos. Un gestor o administrador puede añadir uno.',
  start: 'Empezar la configuración',
}
