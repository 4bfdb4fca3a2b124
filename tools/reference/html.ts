import type { Page, Section, Table } from './page.ts'

/** The index: every page with what it is about. */
export function indexHtml(pages: readonly Page[]): string {
  const rows = pages.map(
    ({ name, title, about }) =>
      `<li><a href="${name}.html">${escaped(title)}</a><p>${inline(about)}</p></li>`,
  )
  return document({
    title: 'Reference',
    body: `<h1>Hindcast reference</h1>
<p class="about">Everything the application, the API and the command line can do, generated from the sources of this installation.</p>
<ul class="pages">${rows.join('\n')}</ul>`,
  })
}

export function pageHtml(page: Page): string {
  const anchors = anchorsOf(page.sections)
  const links = page.sections.map(
    ({ title }, index) => `<li><a href="#${anchors[index]}">${escaped(title)}</a></li>`,
  )
  const contents =
    links.length < 2
      ? ''
      : `<details class="contents"><summary>Contents</summary><ul>${links.join('')}</ul></details>`
  const sections = page.sections.map((section, index) => sectionHtml(section, anchors[index]!))
  return document({
    title: `${page.title} · Reference`,
    body: `<nav aria-label="Reference"><a href="./">Reference</a></nav>
<h1>${escaped(page.title)}</h1>
<p class="about">${inline(page.about)}</p>
<div class="find"><label for="find">Filter this page</label><input id="find" type="search" autocomplete="off" spellcheck="false"><output for="find"></output></div>
${contents}
${sections.join('\n')}`,
  })
}

function document({ title, body }: { readonly title: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Hindcast</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="reference.css">
<script src="reference.js"></script>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

function sectionHtml({ title, about, table }: Section, anchor: string): string {
  const said = about === undefined ? '' : `\n<p>${inline(about)}</p>`
  const rows = table === undefined ? '' : `\n${tableHtml(title, table)}`
  return `<section aria-labelledby="${anchor}"><h2 id="${anchor}"><a href="#${anchor}">${escaped(title)}</a></h2>${said}${rows}</section>`
}

/** A wide table scrolls by itself, so it must be reachable by keyboard. */
function tableHtml(title: string, { head, rows }: Table): string {
  const heads = head.map((cell) => `<th scope="col">${escaped(cell)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`)
  return `<div class="table" role="group" tabindex="0" aria-label="Table: ${escaped(title)}"><table><thead><tr>${heads}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`
}

function anchorsOf(sections: readonly Section[]): readonly string[] {
  const seen = new Set<string>()
  return sections.map(({ title }) => {
    const plain = title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
    let anchor = plain
    for (let again = 2; seen.has(anchor); again++) anchor = `${plain}-${again}`
    seen.add(anchor)
    return anchor
  })
}

function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
