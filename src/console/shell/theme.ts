/**
 * Light or dark theme. The server reads it from a cookie and renders it into the page, which avoids
 * a flash of the wrong theme.
 */

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const yearSeconds = 31_536_000

export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return themes.find(candidate => candidate === theme) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  const maxAge = theme === 'system' ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: plain HTTP has no Cookie Store API
  document.cookie = `lodgepole-theme=${theme}; Path=/console; Max-Age=${maxAge}; SameSite=Lax`
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}
