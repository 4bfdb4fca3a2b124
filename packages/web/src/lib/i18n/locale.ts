export const LOCALES = ['en', 'de'] as const
export type Locale = (typeof LOCALES)[number]

/** English has no prefix, so that links without one work for everyone. */
const PREFIXED = /^\/de(?=\/|$)/

export function localeOf(path: string): Locale {
  return PREFIXED.test(path) ? 'de' : 'en'
}

/** `/de/issues` → `/issues`: what the route tree, and every link in it, knows. */
export function withoutLocale(path: string): string {
  return path.replace(PREFIXED, '') || '/'
}

export function withLocale(path: string, locale: Locale): string {
  const bare = withoutLocale(path)
  if (locale === 'en') return bare
  return bare === '/' ? `/${locale}` : `/${locale}${bare}`
}
