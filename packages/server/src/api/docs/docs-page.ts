import type { OpenApiDocument, Operation } from './openapi.ts'

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
nav a { margin-right: 1rem }
section { margin-top: 3rem }
article { border-top: 1px solid var(--line); padding: 1rem 0 }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere }
code, pre { font: 0.875rem/1.45 ui-monospace, monospace }
pre { overflow: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; max-height: 30rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid var(--line) }
.method { display: inline-block; min-width: 4rem; font-weight: 700 }
`

/** The document for people: one page, no script, nothing loaded from elsewhere. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name))
    return `<section id="${escape(name)}"><h2>${escape(description)}</h2>${own
      .map(({ path, method, operation }) => article(path, method, operation))
      .join('')}</section>`
  })
  const links = document.tags.map(
    ({ name, description }) => `<a href="#${escape(name)}">${escape(description)}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hindcast: the HTTP interface</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Hindcast: the HTTP interface</h1>
<p>${escape(String(document.info['description']))}
Machines read <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> (OpenAPI ${document.openapi}).
Send an API token as <code>Authorization: Bearer …</code>.</p>
<nav>${links.join('')}</nav>
${sections.join('\n')}
<section><h2>Shapes</h2>${details('All named shapes', document.components['schemas'])}</section>
</body>
</html>
`
}

function article(path: string, method: string, operation: Operation): string {
  return `<article id="${escape(operation.operationId)}">
<h3><span class="method">${escape(method.toUpperCase())}</span><code>${escape(path)}</code></h3>
<p>${escape(operation.summary)}. ${escape(needs(operation))}</p>
${parameters(operation)}
${operation.requestBody === undefined ? '' : details('Body', operation.requestBody)}
${details('Answers', operation.responses)}
</article>`
}

function needs(operation: Operation): string {
  if (operation.security.length === 0) return 'Open to everybody.'
  const scopes = operation.security.flatMap((requirement) => requirement['token'] ?? [])
  if (scopes.length > 0) return `Needs the scope ${scopes.join(', ')}.`
  return operation.security.some((requirement) => 'token' in requirement)
    ? 'Needs a token or a session.'
    : 'Needs a person who is signed in.'
}

function parameters(operation: Operation): string {
  if (operation.parameters.length === 0) return ''
  const rows = operation.parameters.map((parameter) => {
    const { description, ...schema } = parameter['schema'] as { readonly description?: string }
    const meaning = (parameter['description'] as string | undefined) ?? description ?? ''
    return `<tr><td><code>${escape(String(parameter['name']))}</code></td><td>${escape(String(parameter['in']))}</td>
<td>${escape(meaning)} <code>${escape(JSON.stringify(schema))}</code></td></tr>`
  })
  return `<table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function details(title: string, value: unknown): string {
  return `<details><summary>${escape(title)}</summary><pre>${escape(JSON.stringify(value, undefined, 2))}</pre></details>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
