import { html } from '../../../../platform/html.ts'
import type { PlainWords } from './en-words.ts'

export const fr: PlainWords = {
  locale: 'fr',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  backToSignIn: 'Retour à la connexion',
  refused: {
    title: 'Refusé',
    heading: 'Impossible pour le moment',
    foreignHeading: 'Ce formulaire vient d’une autre adresse',
    foreign: publicUrl =>
      `Seuls les formulaires des pages de ${publicUrl} sont acceptés. Si c’est là que vous ` +
      'vouliez aller, ouvrez cette adresse ; si le serveur est connu sous une autre, son ' +
      'exploitant doit l’indiquer (PUBLIC_URL).',
    tooMany: seconds => `Trop de tentatives infructueuses. Réessayez dans ${seconds} s.`,
    busy: seconds => `Le serveur est surchargé. Réessayez dans ${seconds} s.`,
    ended: 'Votre session est terminée. Veuillez vous reconnecter.',
    noAccess: 'Vous n’avez pas accès à cette agence.',
    other: 'Le serveur n’accepte pas cette demande.',
  },
  signIn: {
    title: 'Connexion',
    intro: 'Pour vous occuper de vos logements et de vos voyageurs.',
    submit: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect.',
    again: 'Veuillez vous reconnecter.',
  },
  agency: {
    title: 'Pour quelle agence ?',
    intro: 'Vous pourrez passer à une autre plus tard.',
  },
  forgotten: {
    title: 'Mot de passe oublié ?',
    intro: 'Nous vous envoyons un lien pour en choisir un autre.',
    submit: 'Envoyer le lien',
    noMail:
      'Ce serveur n’envoie pas d’e-mails. Demandez un nouveau lien à l’administration de votre ' +
      'agence, ou un nouveau mot de passe à l’exploitant du serveur.',
    sentTitle: 'Consultez vos e-mails',
    sent:
      'Si quelqu’un travaille ici avec cette adresse, un lien est en route. Il sert une seule ' +
      'fois et reste valable une heure.',
    tooMany: seconds => `Trop de liens ont été demandés. Réessayez dans ${seconds} s.`,
  },
  welcome: {
    title: 'Choisir un mot de passe',
    intro: 'Choisissez le mot de passe avec lequel vous vous connecterez désormais.',
    newPassword: 'Nouveau mot de passe',
    length: '(10 caractères au moins)',
    submit: 'Enregistrer et se connecter',
    wrongLength: (min, max) => `Un mot de passe compte de ${min} à ${max} caractères.`,
    goneHeading: 'Ce lien n’est plus valable',
    gone:
      'Il a déjà servi, il a expiré, ou un autre a été envoyé depuis. Demandez-en un nouveau, ou ' +
      'adressez-vous à l’administration de votre agence.',
  },
  account: {
    title: 'Votre compte',
    hello: firstName => `Bonjour ${firstName}`,
    toConsole: 'Vers la console',
    signOut: 'Se déconnecter',
    you: 'Vous',
    name: 'Nom',
    role: 'Rôle',
    roles: {
      ADMIN: 'Administration',
      MANAGER: 'Gestion',
      STAFF: 'Équipe',
      CLEANER: 'Ménage',
      READ_ONLY: 'Lecture seule',
    },
    agency: 'Votre agence',
    timeZone: 'Fuseau horaire',
    currency: 'Devise',
    switchTo: 'Passer à une autre agence',
    switch: 'Changer d’agence',
    sessions: 'Où vous êtes connecté',
    thisBrowser: 'Ce navigateur',
    unknownBrowser: 'Navigateur inconnu',
    browserOn: (browser, system) => `${browser} sur ${system}`,
    unknownAddress: 'Adresse inconnue',
    lastUsed: when => `dernière utilisation : ${when}`,
    end: 'Fermer',
    endOf: device => `Fermer la session : ${device}`,
    ended: 'La session est fermée.',
    changePassword: 'Changer de mot de passe',
    changeIntro: 'Vous serez alors déconnecté partout ailleurs.',
    currentPassword: 'Mot de passe actuel',
    change: 'Changer le mot de passe',
    changed: 'Votre mot de passe est changé. Vous êtes déconnecté partout ailleurs.',
    wrongPassword: 'Le mot de passe actuel est incorrect.',
  },
  firstSteps: {
    title: 'Votre agence n’a pas encore de logement',
    property: call => html`Ajouter un logement : ${call} avec son nom et son adresse.`,
    prices: call => html`Lui donner des prix : ${call}.`,
    calendars: call => html`Relier les calendriers des sites où il est proposé : ${call}.`,
    staff: call => html`Inviter celles et ceux qui travaillent avec vous : ${call}.`,
    reference: 'Lire comment faire',
  },
  noScript: account => html`La console a besoin de JavaScript. Votre compte est ici : ${account}.`,
  mails: {
    hello: firstName => `Bonjour ${firstName},`,
    invitation: agency => `Votre accès à ${agency}`,
    invited: agency =>
      `${agency} vous invite sur Lodgepole, où l’agence gère ses logements.\n` +
      'Choisissez ici un mot de passe ; le lien sert une seule fois et reste valable une semaine :',
    reset: agency => `Un nouveau mot de passe pour ${agency}`,
    asked: agency =>
      `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour ${agency}.\n` +
      'Choisissez-le ici ; le lien sert une seule fois et reste valable une heure :',
    notYou: 'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.',
  },
}
