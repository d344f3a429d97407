import type { Language } from '../languages/language.ts'

/** Texts of a test mail. */
export const testMails: Record<Language, { subject: string; text: string }> = {
  en: {
    subject: 'Test of the mail server',
    text: 'This mail was sent from the settings of the console. The mail server works.',
  },
  de: {
    subject: 'Test des Mailservers',
    text: 'Diese E-Mail kommt aus den Einstellungen der Konsole. Der Mailserver funktioniert.',
  },
  fr: {
    subject: 'Test du serveur de messagerie',
    text: 'Cet e-mail vient des paramètres de la console. Le serveur de messagerie fonctionne.',
  },
  es: {
    subject: 'Prueba del servidor de correo',
    text: 'Este correo se envió desde los ajustes de la consola. El servidor de correo funciona.',
  },
}
