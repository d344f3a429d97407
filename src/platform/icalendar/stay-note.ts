/** Reads details of a stay from the description of an event, as channels write it. */

export interface StayNote {
  /** The reservation code, as the channel gives it. */
  code: string | null
  /** Address of the page of the reservation. */
  url: string | null
  email: string | null
  /** A whole number, never its last digits alone. */
  phone: string | null
}

const codeLabel = new RegExp(
  '(?:confirmation|booking|buchungs|reserv\\p{L}*)\\s*(?:code|number|nummer|no\\.?|id|#)' +
    '\\s*[:#]?\\s*([A-Z0-9][A-Z0-9-]{5,39})\\b',
  'iu',
)

/** Reads the description of an event. */
export function readNote(description: string): StayNote {
  const text = description.slice(0, 5_000)
  const url = /https?:\/\/[^\s"'<>\\]{1,500}/i.exec(text)?.[0] ?? null
  const inUrl = /\/(?:details|reservations?|bookings?)\/([A-Z0-9]{6,40})(?:[/?#]|$)/i.exec(
    url ?? '',
  )
  const code = inUrl?.[1] ?? codeLabel.exec(text)?.[1] ?? null
  const email = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0] ?? null
  return { code: hasDigit(code) ? code!.toUpperCase() : null, url, email, phone: phoneOf(text) }
}

function hasDigit(code: string | null): boolean {
  return code !== null && /\d/.test(code)
}

function phoneOf(text: string): string | null {
  const labelled = /(?:phone|tel|mobile|telefon)[^\n:]*:\s*(\+?[\d][\d\s()./-]{6,24})/i.exec(text)
  if (!labelled || /last/i.test(labelled[0])) return null
  const phone = labelled[1]!.trim()
  return phone.replace(/\D/g, '').length >= 7 ? phone : null
}
