/** Spanish translations of the set-up and of its checklist. */
import type { SetupTranslations } from './en.ts'

export const setup: SetupTranslations = {
  title: 'Configurar su primer alojamiento',
  another: 'Añadir otro alojamiento',
  continue: 'Continuar',
  skip: 'Omitir por ahora',
  finish: 'Terminar',
  isDone: 'hecho',
  copy: 'Copiar',
  copied: 'Copiado',
  createProperty: 'Crear alojamiento',
  createHotel: 'Crear hotel',
  created: name => `${name} añadido`,
  weekend: (dates, price) => `Con los precios guardados, la estancia ${dates} cuesta ${price}.`,
  steps: {
    business: {
      title: 'Su negocio',
      text: 'Solo sirve para proponer valores para sus alojamientos. Todo se puede cambiar.',
    },
    property: {
      title: 'Alojamiento',
      text: 'Lo básico para huéspedes y calendarios. Aún no se puede reservar.',
    },
    photos: { title: 'Fotos', text: 'La primera foto es la portada.' },
    rooms: { title: 'Camas y servicios', text: 'Los huéspedes filtran por ellos.' },
    texts: {
      title: 'Textos',
      text: 'Por ahora en su idioma. Después puede añadir otros.',
    },
    price: {
      title: 'Precio y cargos',
      text: 'Un precio por noche basta para empezar. Las temporadas pueden venir después.',
    },
    rules: {
      title: 'Reglas de estancia',
      text: 'Cuándo llegan y salen los huéspedes, y cómo reservan.',
    },
    calendars: {
      title: 'Calendarios',
      text: 'Importe las reservas de otros sitios para no vender ninguna noche dos veces.',
    },
    open: {
      title: 'Abrir a reservas',
      text: 'Compruebe qué falta y abra después el alojamiento.',
    },
    team: {
      title: 'Equipo y correo',
      text: 'Sus compañeros entran con su propia contraseña y su rol.',
    },
  },
  kinds: {
    rentals: { name: 'Alquiler vacacional', text: 'Casas y cabañas, con solicitud previa' },
    apartments: { name: 'Apartamentos', text: 'Estancias cortas, reserva inmediata' },
    hotel: { name: 'Hotel o pensión', text: 'Varias habitaciones de cada tipo' },
    manager: {
      name: 'Gestiono para propietarios',
      text: 'Cada alojamiento tiene un propietario',
    },
  },
  fields: {
    ownerUid: 'Propietario',
    firstName: 'Nombre del propietario',
    lastName: 'Apellidos del propietario',
    email: 'Correo del propietario',
    name: 'Nombre',
    unitType: 'Primer tipo de habitación',
    numberOfUnits: 'Habitaciones de este tipo',
    shortSummary: 'Texto breve',
    summary: 'Descripción',
  },
  headline: 'Título',
  hints: {
    ownerUid: 'Deje vacío para un propietario nuevo',
    unitType: 'Por ejemplo: habitación doble',
    'address.address': 'Opcional',
    shortSummary: 'Una frase para las listas',
  },
  rooms: {
    bedroom: number => `Dormitorio ${number}`,
  },
  calendars: {
    site: 'Sitio',
    url: 'Dirección del calendario',
    urlHint: 'En el otro sitio: exportar el calendario y copiar la dirección iCal',
    other: 'Otro sitio',
    add: 'Añadir calendario',
    own: 'Nuestro calendario, para añadirlo en los otros sitios',
    states: { OK: 'Importado', NEVER: 'Importando…' },
  },
  open: {
    action: 'Abrir a reservas',
    done: name => `${name} está abierto a reservas.`,
    missing: 'Aún falta',
    bookingPage: 'Página pública del alojamiento',
    address: 'Dirección de la página',
    book: 'Introducir una primera reserva',
  },
  team: {
    invite: 'Invitar a un miembro del equipo',
  },
}
