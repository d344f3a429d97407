import { html } from '../../../../platform/web/html.ts'
import type { PlainMessages } from './en-messages.ts'

export const fr: PlainMessages = {
  locale: 'fr',
  description: 'Calendrier, tarifs, réservations et voyageurs de vos locations de vacances.',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  backToSignIn: 'Retour à la connexion',
  errors: {
    title: 'Impossible',
    heading: 'Cela n’a pas fonctionné',
    laterHeading: 'Réessayez plus tard',
    wrongAddressHeading: 'Ouvert depuis la mauvaise adresse',
    wrongAddress: publicUrl =>
      `Ce serveur n’accepte que les formulaires de ${publicUrl}. Ouvrez cette adresse et ` +
      'réessayez. Si votre serveur a une autre adresse, demandez à son exploitant de configurer ' +
      'PUBLIC_URL.',
    tooMany: seconds => `Trop de tentatives infructueuses. Réessayez dans ${seconds} secondes.`,
    busy: seconds => `Le serveur est surchargé. Réessayez dans ${seconds} secondes.`,
    ended: 'Votre session est terminée. Veuillez vous reconnecter.',
    agencyDisabled: 'Cette agence est désactivée. Contactez l’exploitant de ce serveur.',
    noAccess: 'Vous n’avez pas accès à cette agence.',
    otherError: 'Revenez en arrière et réessayez.',
  },
  unknownPage: {
    title: 'Page introuvable',
    text: 'Vérifiez l’adresse.',
    toConsole: 'Ouvrir la console',
  },
  signIn: {
    title: 'Connexion',
    heading: 'Se connecter à Lodgepole',
    submit: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    again: 'Veuillez vous reconnecter.',
  },
  agency: {
    title: 'Choisir une agence',
    intro: 'Vous pourrez passer à une autre plus tard.',
  },
  forgotten: {
    title: 'Mot de passe oublié ?',
    intro: 'Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    submit: 'Envoyer le lien',
    noMail:
      'Ce serveur ne peut pas envoyer d’e-mails. Demandez un lien de réinitialisation à votre ' +
      'administrateur.',
    sentTitle: 'Consultez vos e-mails',
    sent:
      'Si un compte existe pour cette adresse, nous vous avons envoyé un lien. Il sert une seule ' +
      'fois et reste valable une heure.',
    tooMany: seconds => `Trop de liens demandés. Réessayez dans ${seconds} secondes.`,
  },
  welcome: {
    title: 'Choisir un mot de passe',
    heading: firstName => `Bienvenue, ${firstName}`,
    intro: agency => `Choisissez un mot de passe pour ${agency}.`,
    newPassword: 'Nouveau mot de passe',
    length: '(au moins 10 caractères)',
    submit: 'Enregistrer et se connecter',
    wrongLength: (min, max) => `Utilisez de ${min} à ${max} caractères.`,
    linkExpiredHeading: 'Ce lien a expiré',
    linkExpired:
      'Il a déjà servi, est trop ancien ou a été remplacé par un autre. Demandez un nouveau lien ' +
      'ou adressez-vous à votre administrateur.',
  },
  newAgency: {
    notSetUp: command =>
      html`Ce serveur n’est pas encore configuré. Ouvrez le lien qui figure dans son journal, ou
      affichez-le sur le serveur avec ${command}`,
    title: 'Configurer Lodgepole',
    intro: 'Créez votre agence et votre compte. Vous pourrez inviter votre équipe plus tard.',
    agencyName: 'Nom de votre entreprise',
    firstName: 'Prénom',
    lastName: 'Nom',
    language: 'Langue',
    submit: 'Créer l’agence',
    check: 'Veuillez corriger les champs signalés.',
    invalid: {
      name: 'Saisissez de 1 à 255 caractères.',
      currency: 'Saisissez un code de devise, par exemple EUR.',
      timeZone: 'Saisissez un fuseau horaire, par exemple Europe/Paris.',
      email: 'Saisissez une adresse e-mail, par exemple ada@pine.example.',
      language: 'Choisissez une langue.',
    },
    linkInvalidHeading: 'Ce lien ne fonctionne pas',
    linkInvalid: command =>
      html`Il est mal saisi, a déjà servi ou a expiré, ou ce serveur a déjà une agence. S’il n’en a
      pas encore, cette commande sur le serveur donne un nouveau lien : ${command}`,
  },
  account: {
    title: 'Votre compte',
    toConsole: 'Retour à Lodgepole',
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
    switchTo: 'Passer à',
    switch: 'Changer d’agence',
    sessions: 'Sessions actives',
    thisBrowser: 'Ce navigateur',
    unknownBrowser: 'Navigateur inconnu',
    browserOn: (browser, system) => `${browser} sur ${system}`,
    unknownAddress: 'Adresse inconnue',
    lastUsed: when => `dernière utilisation : ${when}`,
    end: 'Déconnecter',
    endOf: device => `Déconnecter ${device}`,
    ended: 'Session déconnectée.',
    changePassword: 'Changer de mot de passe',
    changeIntro: 'Vous serez déconnecté sur vos autres appareils.',
    currentPassword: 'Mot de passe actuel',
    change: 'Changer de mot de passe',
    changed: 'Mot de passe modifié. Vous avez été déconnecté sur vos autres appareils.',
    wrongPassword: 'Le mot de passe actuel est incorrect.',
  },
  firstSteps: {
    title: 'Configurez votre premier logement',
    property: call => html`Ajoutez un logement avec son nom et son adresse : ${call}`,
    prices: call => html`Définissez les prix : ${call}`,
    calendars: call => html`Connectez les calendriers des sites où il est publié : ${call}`,
    staff: call => html`Invitez votre équipe : ${call}`,
    reference: 'Ouvrir la référence API',
  },
  noScript: account => html`Activez JavaScript pour la console. Votre compte : ${account}`,
  mails: {
    hello: firstName => `Bonjour ${firstName},`,
    invitation: agency => `Invitation à rejoindre ${agency}`,
    invited: agency =>
      `${agency} vous invite à gérer ses logements avec Lodgepole.\n` +
      'Choisissez ici un mot de passe. Le lien sert une seule fois et reste valable une semaine :',
    reset: agency => `Réinitialiser votre mot de passe pour ${agency}`,
    resetRequested: agency =>
      `La réinitialisation de votre mot de passe pour ${agency} a été demandée.\n` +
      'Choisissez-en un nouveau ici. Le lien sert une seule fois et reste valable une heure :',
    notYou: 'Ce n’était pas vous ? Ignorez cet e-mail. Votre mot de passe reste le même.',
  },
}
