/** Copies a text. On plain HTTP, without `navigator.clipboard`, it selects the text first. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  const { activeElement } = document
  const parent = activeElement?.closest('[role=dialog]') ?? document.body
  parent.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
}
