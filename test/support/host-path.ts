/** Returns the search path of the host, without the programs of packages, among them a Node. */
export function hostPath(): string {
  const folders = process.env.PATH!.split(':')
  return folders.filter(folder => !folder.endsWith('node_modules/.bin')).join(':')
}
