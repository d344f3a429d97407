/** Spanish translations of the pages of services and providers. */
import type { ProviderTranslations, ServiceTranslations } from './en.ts'

export const services: ServiceTranslations = {
  one: 'Servicio',
  many: 'Servicios',
  add: 'Añadir servicio',
  empty: 'Los servicios son extras para huéspedes y trabajos en un alojamiento, como la limpieza.',
  sections: {
    service: 'Servicio',
    price: 'Precio y proveedor',
  },
  fields: {
    title: 'Nombre',
    quantityDescription: 'Unidad',
    category: 'Categoría',
    cateredTo: 'Ofrecido a',
    description: 'Descripción',
    isActive: 'Activo',
    grossPrice: 'Precio con impuestos',
    currency: 'Moneda',
    taxRate: 'Tipo impositivo',
    serviceProviderUid: 'Proveedor',
  },
  hints: {
    quantityDescription: 'Por ejemplo: hora, persona, bolsa',
  },
  columns: {
    status: 'Estado',
  },
  values: {
    CLEANING: 'Limpieza',
    GREETING: 'Recepción',
    MAINTENANCE: 'Mantenimiento',
    OTHER: 'Otro',
    GUEST: 'Huéspedes',
    HOST: 'Equipo',
    BOTH: 'Huéspedes y equipo',
    true: 'Activo',
    false: 'Inactivo',
  },
  bulk: {
    activate: 'Activar',
    deactivate: 'Desactivar',
  },
}

export const providers: ProviderTranslations = {
  one: 'Proveedor',
  many: 'Proveedores',
  add: 'Añadir proveedor',
  empty: 'Los proveedores son empresas y personas que hacen tus tareas, como la limpieza.',
  sections: {
    provider: 'Proveedor',
  },
  fields: {
    name: 'Nombre',
    email: 'Correo electrónico',
    phoneNumber: 'Teléfono',
    isActive: 'Activo',
  },
  columns: {
    status: 'Estado',
  },
  values: {
    true: 'Activo',
    false: 'Inactivo',
  },
  bulk: {
    activate: 'Activar',
    deactivate: 'Desactivar',
  },
}
