/** What the pages speak. The first one has no prefix in an address. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

const [BARE] = LANGUAGES

/** The language an address names and the address without it; undefined where it names none. */
export function languageInPath(
  path: string,
): { readonly language: Language; readonly rest: string } | undefined {
  const language = LANGUAGES.find((name) => path === `/${name}` || path.startsWith(`/${name}/`))
  if (language === undefined) return undefined
  // A second slash, or a backslash, would make another site of what follows.
  return { language, rest: `/${path.slice(language.length + 1).replace(/^[\\/]+/, '')}` }
}

/** Where a reader of this language finds the page of an address without one. */
export function pathIn(language: Language, path: string): string {
  return language === BARE ? path : `/${language}${path === '/' ? '' : path}`
}

/** The best of an Accept-Language header; among equals the one named first. */
export function acceptedLanguage(header: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } = { language: BARE, weight: 0 }
  for (const part of (header ?? '').split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const named = LANGUAGES.find((name) => range === name || range.startsWith(`${name}-`))
    const language = range === '*' ? BARE : named
    const weight = weightOf(parameters)
    if (language !== undefined && weight > best.weight) best = { language, weight }
  }
  return best.language
}

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.find((text) => text.startsWith('q='))
  if (quality === undefined) return 1
  const weight = Number(quality.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
