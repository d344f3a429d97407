import { plural } from '../../plural.ts'
import type { QuoteTranslations } from './en.ts'

export const quotes: QuoteTranslations = {
  quote: {
    free: plural('fr', { one: '# logement est libre', other: '# logements sont libres' }),
    stay: 'Séjour',
    guest: 'Voyageur',
    price: 'Prix',
    choose: 'Choisir…',
    extras: 'Suppléments',
    offline: 'À payer sur place, non compris',
    knownGuests: 'Voyageurs connus',
    applyDetailsOf: name => `Utiliser les coordonnées de ${name}`,
    phone: 'Téléphone',
    as: 'Enregistrer comme',
    kinds: { quote: 'Devis', hold: 'Option', book: 'Réservation' },
    kindTexts: {
      quote: 'Enregistre le prix. Les nuits restent libres.',
      hold: 'Garde les nuits et le prix jusqu’à l’expiration de l’option.',
      book: 'Réserve les nuits à ce prix.',
    },
    minutes: 'Durée de l’option (minutes)',
    submits: { quote: 'Enregistrer le devis', hold: 'Mettre en option', book: 'Réserver' },
    incomplete: {
      both: 'Choisissez un logement et des dates pour voir le prix.',
      property: 'Choisissez un des logements libres pour voir le prix.',
      dates: 'Choisissez des dates pour voir le prix.',
      guests: 'Indiquez le nombre de voyageurs pour voir le prix.',
    },
    badDates: 'Choisissez un départ après l’arrivée.',
    perNight: amount => `${amount} par nuit, tous frais compris`,
    down: amount => `Acompte à régler maintenant : ${amount}`,
    overrule: {
      quote: 'Proposer quand même',
      hold: 'Mettre en option quand même',
      book: 'Mettre en option quand même, puis réserver',
    },
    sealed: stay => `En option pour ${stay}`,
    sealedText: time => `Le prix est garanti jusqu’au ${time}.`,
    changed: (before, now) =>
      `Le prix est passé de ${before} à ${now}. Les nuits sont gardées pour vous.`,
    book: 'Réserver à ce prix',
    release: 'Libérer',
    open: 'Ouvrir la réservation',
    gone: 'L’option a expiré. Les nuits sont de nouveau libres.',
    again: 'Nouveau devis',
  },
  board: {
    columns: {
      QUOTE: 'Demandes et devis',
      HOLD: 'À confirmer et options',
      BOOKED: 'Réservée',
      STAY: 'Sur place',
      CLOSED: 'Clôturée',
    },
    move: name => `Déplacer ${name}`,
    inList: 'Afficher en liste',
    none: 'Aucune réservation',
    noReason: {
      QUOTE: 'Une réservation ne peut pas redevenir un devis.',
      HOLD: 'Seul un devis ouvert peut être mis en option.',
      BOOKED: 'Impossible de réserver d’ici.',
      STAY: 'Commence automatiquement le jour de l’arrivée.',
      CLOSED: 'Impossible de clôturer d’ici.',
    },
    everybody: 'Tous',
  },
}
