/** French translations of the page of the team. */
import type { TeamTranslations } from './en.ts'

export const team: TeamTranslations = {
  one: 'Membre de l’équipe',
  many: 'Équipe',
  add: 'Inviter',
  empty:
    'Les membres de l’équipe se connectent avec leur propre mot de passe et voient ce que ' +
    'leur rôle permet.',
  sections: { person: 'Personne', access: 'Rôle' },
  fields: {
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    phoneNumber: 'Téléphone',
    role: 'Rôle',
    serviceProviderUid: 'Prestataire',
  },
  hints: {
    serviceProviderUid: 'Pour le ménage : la personne voit les tâches de ce prestataire',
  },
  columns: { name: 'Nom', status: 'Statut', isActive: 'Statut', lastSeen: 'Vu le' },
  values: {
    ADMIN: 'Administrateur – tout, y compris clés et sessions',
    MANAGER: 'Gestionnaire – tout sauf les clés',
    STAFF: 'Collaborateur – réservations, voyageurs et tâches',
    CLEANER: 'Ménage – ses tâches, sans voyageurs ni prix',
    READ_ONLY: 'Lecture seule – voit tout, ne modifie rien',
    INVITED: 'Invité le',
    true: 'Actif',
    false: 'Inactif',
  },
  invitation: {
    title: 'Invitation',
    link: 'Lien',
    sent: (email, expires) => `Envoyée à ${email}. Le lien est valable jusqu’au ${expires}.`,
    noMail: expires =>
      'Ce serveur n’envoie pas d’e-mails. Copiez le lien maintenant : il n’est affiché qu’une ' +
      `fois et vaut jusqu’au ${expires}.`,
    copy: 'Copier le lien',
    copied: 'Copié',
    again: 'Nouveau lien de connexion',
    resend: 'Renvoyer l’invitation',
    done: 'Retour à l’équipe',
  },
  access: {
    title: 'Accès',
    invited: 'Invité le',
    password: 'Mot de passe',
    hasPassword: 'Défini',
    noPassword: 'Pas encore défini',
    lastSeen: 'Dernière activité',
    never: 'Jamais',
    active:
      'Un nouveau lien remplace le précédent. La désactivation met fin à toutes les sessions.',
    inactive: 'Les membres inactifs ne peuvent pas se connecter.',
    activate: 'Activer',
    deactivate: 'Désactiver',
    activated: name => `${name} peut de nouveau se connecter`,
    deactivated: name => `${name} ne peut plus se connecter`,
  },
}
