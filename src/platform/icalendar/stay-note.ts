/** Details of a stay in the description of an event, in formats of channels. */

export interface StayNote {
  code: string | null
  url: string | null
  email: string | null
  /** Complete number, never only its last digits. */
  phone: string | null
}

const codeLabel = new RegExp(
  '(?:confirmation|booking|buchungs|reserv\\p{L}*)\\s*(?:code|number|nummer|no\\.?|id|#)' +
    '\\s*[:#]?\\s*([A-Z0-9][A-Z0-9-]{5,39})\\b',
  'iu',
)

/** Parses a description. A code without a digit is taken for a word. */
export function readNote(description: string): StayNote {
  const text = description.slice(0, 5_000)
  const url = /https?:\/\/[^\s"'<>\\]{1,500}/i.exec(text)?.[0] ?? null
  const codeInUrl = /\/(?:details|reservations?|bookings?)\/([A-Z0-9]{6,40})(?:[/?#]|$)/i.exec(
    url ?? '',
  )
  const code = codeInUrl?.[1] ?? codeLabel.exec(text)?.[1] ?? null
  const email = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0] ?? null
  return { code: hasDigit(code) ? code!.toUpperCase() : null, url, email, phone: findPhone(text) }
}

function hasDigit(code: string | null): boolean {
  return code !== null && /\d/.test(code)
}

function findPhone(text: string): string | null {
  const labelled = /(?:phone|tel|mobile|telefon)[^\n:]*:\s*(\+?[\d][\d\s()./-]{6,24})/i.exec(text)
  // Some channels give only the last digits of a number, and say so.
  if (!labelled || /last/i.test(labelled[0])) return null
  const phone = labelled[1]!.trim()
  return phone.replace(/\D/g, '').length >= 7 ? phone : null
}
