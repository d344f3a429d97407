/**
 * Returns local storage with keys prefixed by the page's path, because endpoints of one server have
 * different schemas and tabs.
 */
export function pageStorage() {
  const prefix = `query-page:${location.pathname}:`
  const names = () => Object.keys(localStorage).filter(name => name.startsWith(prefix))
  return {
    get length() {
      return names().length
    },
    getItem: (name: string) => localStorage.getItem(prefix + name),
    setItem: (name: string, value: string) => localStorage.setItem(prefix + name, value),
    removeItem: (name: string) => localStorage.removeItem(prefix + name),
    clear: () => {
      for (const name of names()) localStorage.removeItem(name)
    },
  }
}
