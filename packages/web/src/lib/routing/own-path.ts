/** Never looked up; it only has to be a site that is not the one an address could lead to. */
const HERE = 'https://here.invalid'
// oxlint-disable-next-line no-control-regex -- a browser drops tabs and line breaks: `/<tab>/host` becomes `//host`
const UNFIT = /[\u0000-\u001f\u007f\\]/
/** With and without a language in front: taking that away must not leave another site. */
const OTHER_SITE = /^(?:\/[a-z]{2})?\/[/\\]/i

/**
 * The path and query of a URL of this site, otherwise the home page. The only check of redirect targets that others
 * may have written.
 */
export function ownPath(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || UNFIT.test(asked)) return '/'
  const url = URL.parse(asked, HERE)
  if (url === null || url.origin !== HERE) return '/'
  const { pathname, search } = url
  return isHere(pathname) && isHere(decoded(pathname)) ? pathname + search : '/'
}

function isHere(path: string | undefined): boolean {
  return path !== undefined && !OTHER_SITE.test(path) && !UNFIT.test(path)
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
