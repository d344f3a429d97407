/** Prints rows under their headings, numbers to the right. */
export function printTable(headings: string[], rows: (string | number)[][]): void {
  const texts = [headings, ...rows.map(row => row.map(String))]
  const widths = headings.map((_, i) => Math.max(...texts.map(row => row[i]!.length)))
  console.log()
  for (const row of texts) {
    const cells = row.map((text, i) =>
      /^[\d.]+$/.test(text) ? text.padStart(widths[i]!) : text.padEnd(widths[i]!),
    )
    console.log(cells.join('  ').trimEnd())
  }
  console.log()
}

/** Prints a figure in a form that programs can parse. */
export function printRatio(name: string, ratio: number): void {
  console.log(`RATIO ${name} ${ratio.toFixed(2)}`)
}
