/** French names of publish checks, and texts of the card that lists them on Today. */
import type { PublishCheckTranslations } from './en.ts'

export const publishChecks: PublishCheckTranslations = {
  card: {
    title: 'Prêt pour la première réservation',
    text: 'Arrivées, départs et tâches s’affichent ici dès qu’un logement est réservable.',
    ready: 'Prêt pour les réservations',
    more: 'Ces étapes aident à vendre plus.',
    all: 'Tout afficher',
    start: 'Commencer la configuration',
    resume: 'Poursuivre la configuration',
    hide: 'Masquer',
  },
  severities: {
    SALE: 'Nécessaire pour réserver',
    LAW: 'Peut-être obligatoire',
    QUALITY: 'Recommandé',
  },
  checks: {
    PROPERTY_NONE: 'Ajouter un logement',
    CONTACT: 'Compléter vos coordonnées',
    MAIL_MISSING: 'Configurer l’e-mail',
    TEAM_ALONE: 'Inviter votre équipe',
    BACKUP_NONE: 'Activer les sauvegardes : BACKUP_EVERY_HOURS',
    INACTIVE: 'Ouvrir le logement à la réservation',
    PRICE_MISSING: 'Fixer un prix',
    UNITS_MISSING: 'Activer une unité',
    NOT_BOOKABLE_DAYS: 'Autoriser un jour d’arrivée',
    PHOTOS_NONE: 'Ajouter des photos',
    DESCRIPTION: 'Écrire une description',
    ROOMS: 'Indiquer les lits',
    AMENITIES: 'Choisir au moins cinq équipements',
    COORDINATES: 'Le placer sur la carte',
    CALENDAR_NONE: 'Connecter un calendrier',
  },
}
