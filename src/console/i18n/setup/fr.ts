/** French translations of the set-up and of its checklist. */
import type { SetupTranslations } from './en.ts'

export const setup: SetupTranslations = {
  title: 'Configurer votre premier logement',
  another: 'Ajouter un autre logement',
  continue: 'Continuer',
  skip: 'Passer pour l’instant',
  finish: 'Terminer',
  isDone: 'terminé',
  copy: 'Copier',
  copied: 'Copié',
  createProperty: 'Créer le logement',
  createHotel: 'Créer l’hôtel',
  created: name => `${name} ajouté`,
  weekend: (dates, price) => `Avec les prix enregistrés, le séjour ${dates} coûte ${price}.`,
  steps: {
    business: {
      title: 'Votre activité',
      text: 'Sert seulement à proposer des valeurs pour vos logements. Tout reste modifiable.',
    },
    property: {
      title: 'Logement',
      text: 'L’essentiel pour les voyageurs et les calendriers. Il n’est pas encore réservable.',
    },
    photos: { title: 'Photos', text: 'La première photo est la couverture.' },
    rooms: { title: 'Lits et équipements', text: 'Les voyageurs filtrent selon ces critères.' },
    texts: {
      title: 'Textes',
      text: 'Dans votre langue pour l’instant. D’autres langues pourront suivre.',
    },
    price: {
      title: 'Prix et frais',
      text: 'Un prix par nuit suffit pour commencer. Les saisons pourront suivre.',
    },
    rules: {
      title: 'Règles de séjour',
      text: 'Quand les voyageurs arrivent et partent, et comment ils réservent.',
    },
    calendars: {
      title: 'Calendriers',
      text: 'Importez les réservations des autres sites pour ne vendre aucune nuit deux fois.',
    },
    open: {
      title: 'Ouvrir à la réservation',
      text: 'Vérifiez ce qui manque, puis ouvrez le logement.',
    },
    team: {
      title: 'Équipe et e-mail',
      text: 'Vos collègues se connectent avec leur propre mot de passe et leur rôle.',
    },
  },
  kinds: {
    rentals: { name: 'Locations de vacances', text: 'Maisons et chalets, réservés sur demande' },
    apartments: { name: 'Appartements', text: 'Courts séjours, réservation immédiate' },
    hotel: { name: 'Hôtel ou chambres d’hôtes', text: 'Plusieurs chambres de chaque type' },
    manager: {
      name: 'Je gère pour des propriétaires',
      text: 'Chaque logement a un propriétaire',
    },
  },
  fields: {
    ownerUid: 'Propriétaire',
    firstName: 'Prénom du propriétaire',
    lastName: 'Nom du propriétaire',
    email: 'E-mail du propriétaire',
    name: 'Nom',
    unitType: 'Premier type de chambre',
    numberOfUnits: 'Chambres de ce type',
    shortSummary: 'Texte court',
    summary: 'Description',
  },
  headline: 'Titre',
  hints: {
    ownerUid: 'Laisser vide pour un nouveau propriétaire',
    unitType: 'Par exemple : chambre double',
    'address.address': 'Facultatif',
    shortSummary: 'Une phrase pour les listes',
  },
  rooms: {
    bedroom: number => `Chambre ${number}`,
  },
  calendars: {
    site: 'Site',
    url: 'Adresse du calendrier',
    urlHint: 'Sur l’autre site : exporter le calendrier, copier l’adresse iCal',
    other: 'Autre site',
    add: 'Ajouter le calendrier',
    own: 'Notre calendrier, à ajouter sur les autres sites',
    states: { OK: 'Importé', NEVER: 'Importation en cours…' },
  },
  open: {
    action: 'Ouvrir à la réservation',
    done: name => `${name} est ouvert à la réservation.`,
    missing: 'Il manque encore',
    bookingPage: 'Page publique du logement',
    address: 'Adresse de la page',
    book: 'Saisir une première réservation',
  },
  team: {
    invite: 'Inviter un membre de l’équipe',
  },
}
