/** What a browser keeps from pages that come by plain http, as in a house's own network. */

/** 128 random bits, for which `crypto.randomUUID` is there elsewhere. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Puts a text where it can be pasted from; without a clipboard for programs, by selecting it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  const { activeElement } = document
  const place = activeElement?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
}
