/**
 * Parses `Accept-Language` to lower-case tags such as `de-at`, most preferred first. Omits `*` and
 * languages with weight 0.
 */
export function acceptedLanguages(header = ''): string[] {
  const ranges = header.split(',').map(range => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
    return { tag: tag.trim(), weight: quality ? Number(quality.trim().slice(2)) || 0 : 1 }
  })
  return ranges
    .filter(({ tag, weight }) => weight > 0 && tag !== '' && tag !== '*')
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
