import { iconLink } from '../../web/html.ts'

/** Settings of a query page: title, default query, and the header of the API key. */
export type QueryPageSettings = {
  title: string
  defaultQuery: string
  apiKeyHeader: string
}

/**
 * Renders the query page; `assets` is the path of its scripts and styles. Data attributes carry the
 * settings, so the page needs no inline script.
 */
export function queryPageHtml(assets: string, settings: QueryPageSettings): string {
  const { title, defaultQuery, apiKeyHeader } = settings
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${quote(title)}</title>
<meta name="description" content="Page to write GraphQL queries and run them with an API key">
${iconLink.text}
<link rel="stylesheet" href="${quote(assets)}/page.css">
<script type="module" src="${quote(assets)}/page.js"></script>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<div id="query-page" data-title="${quote(title)}" data-api-key-header="${quote(apiKeyHeader)}"
  data-default-query="${quote(defaultQuery)}"></div>
</body>
</html>
`
}

function quote(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
