import { type Setting, settings } from '../../../src/config/settings.ts'
import { code, markdownTable } from './table.ts'

export function settingsTable(): string {
  const rows = Object.entries<Setting>(settings).map(([name, setting]) => [
    code(name),
    formatDefault(setting),
    formatValues(setting),
    setting.meaning,
  ])
  return markdownTable(['name', 'default', 'values', 'meaning'], rows)
}

function formatDefault({ default: value, defaultText = '' }: Setting): string {
  return value === undefined ? defaultText : `${code(value)}${defaultText}`
}

function formatValues({ range, values = [] }: Setting): string {
  return range ? `${range[0]} to ${range[1]}` : values.map(code).join(' ')
}
