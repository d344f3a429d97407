/**
 * The languages of an `Accept-Language`, the best liked first, as lower-case tags such as `de-at`.
 * Those that are ruled out, and `*`, are left out.
 */
export function acceptedLanguages(header = ''): string[] {
  const parts = header.split(',').map(part => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
    return { tag: tag.trim(), weight: quality ? Number(quality.trim().slice(2)) || 0 : 1 }
  })
  return parts
    .filter(({ tag, weight }) => weight > 0 && tag !== '' && tag !== '*')
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
