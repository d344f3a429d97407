/** Light or dark. A cookie tells the server, which writes it into the page: nothing flashes. */

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const yearSeconds = 31_536_000

export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return themes.find(one => one === theme) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  const age = theme === 'system' ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not there on plain http
  document.cookie = `lodgepole-theme=${theme}; Path=/console; Max-Age=${age}; SameSite=Lax`
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}
