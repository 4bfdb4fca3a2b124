import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { assetOf, type Asset } from '#api/http/assets.ts'

const FILES = new Set(['swagger-ui.css', 'swagger-ui-bundle.js'])
const read = new Map<string, Promise<Asset>>()

const STYLE = 'body { margin: 0 } noscript { display: block; padding: 2rem; font: 1rem/1.5 system-ui }'

/** The theme is the one chosen in the application, else that of the system. */
const START = `
const system = matchMedia('(prefers-color-scheme: dark)')
const showTheme = () => {
  let chosen = null
  try { chosen = localStorage.getItem('hindcast:theme') } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
  document.documentElement.classList.toggle('dark-mode', dark)
}
showTheme()
system.addEventListener('change', showTheme)
addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '/api/v1/openapi.json',
    domNode: document.getElementById('api'),
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    // Otherwise the document is sent to a checker on the internet.
    validatorUrl: null,
  })
})
`

/** Swagger UI over our OpenAPI document. Everything comes from this server: the policy allows no other. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hindcast API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
<style>${STYLE}</style>
<script>${START}</script>
<script src="/api/v1/docs/swagger-ui-bundle.js" defer></script>
</head>
<body>
<noscript>This page needs JavaScript. The same as a document: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a></noscript>
<main id="api"></main>
</body>
</html>
`

/** A file of Swagger UI that the page loads, read when it is first asked for; undefined for every other name. */
export function docsFile(name: string): Promise<Asset> | undefined {
  if (!FILES.has(name)) return undefined
  const known = read.get(name)
  if (known !== undefined) return known
  // By the manifest's own name for it: an installed package has these files in itself.
  const file = createRequire(import.meta.url).resolve(`#swagger-ui/${name}`)
  const asset = readFile(file).then((bytes) => assetOf(`/${name}`, bytes))
  read.set(name, asset)
  return asset
}
