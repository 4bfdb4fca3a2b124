import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { Context, Hono } from 'hono'
import type { Log } from '#domain/log.ts'
import { assetOf, readAssets, sendAsset, type Asset } from '#api/http/assets.ts'
import { acceptedLanguage, type Language, languageInPath, pathIn } from '#api/http/languages.ts'

/** What the application, the API and the command line can do, generated with the pages. */
const REFERENCE = '/reference'
/** An address without a language is answered by who asks. */
const BY_READER = 'Accept-Language, Cookie'

export interface PagesDeps {
  readonly webDir: string | undefined
  readonly languageOf: (headers: Headers) => Promise<Language | null>
  readonly log: Log
}

/** The built user interface: what was not in the folder at the start cannot be asked for. */
export function servePages(app: Hono, { webDir, languageOf, log }: PagesDeps): void {
  const assets = webDir === undefined || !existsSync(webDir) ? new Map<string, Asset>() : readAssets(webDir)
  const translations = translated(assets.get('/index.html'))

  async function preferred(c: Context): Promise<Language> {
    try {
      return (await languageOf(c.req.raw.headers)) ?? acceptedLanguage(c.req.header('Accept-Language'))
    } catch (error) {
      // Without the page users would not see that the accounts are unavailable.
      log.warn('the language of an account could not be read', { error })
      return acceptedLanguage(c.req.header('Accept-Language'))
    }
  }

  app.get('*', async (c) => {
    const { path } = c.req
    // As it was sent: what was decoded cannot stand in a header, and `path` has lost the slash at its end.
    const { pathname, search } = new URL(c.req.url)
    // The links in it are relative, so the slash has to be there.
    if (pathname === REFERENCE) return c.redirect(`${REFERENCE}/`, 308)
    const asset = assets.get(pathname === `${REFERENCE}/` ? `${REFERENCE}/index.html` : path)
    if (asset !== undefined) return sendAsset(c, asset)
    // A missing script must not be answered with a page: the browser would run HTML.
    if (isFileName(path)) return c.text('Not found', 404)
    const pages = await translations
    if (pages === undefined) return c.text('The user interface has not been built: run `npm start`.', 503)

    const named = languageInPath(pathname)
    if (named?.language === 'en') return redirect(c, named.rest + search)
    if (named !== undefined) return sendAsset(c, pages[named.language])
    c.header('Vary', BY_READER)
    const language = await preferred(c)
    return language === 'en' ? sendAsset(c, pages.en) : redirect(c, pathIn(language, pathname) + search)
  })
}

/** The version at the end of a release's address has dots too. */
function isFileName(path: string): boolean {
  if (path.startsWith('/assets/')) return true
  return extname(path) !== '' && !/\/projects\/[^/]+\/releases\/[^/]+$/.test(path)
}

/** A browser keeps what stands behind the # by itself. */
function redirect(c: Context, to: string): Response {
  c.header('Vary', BY_READER)
  c.header('Cache-Control', 'no-store')
  return c.redirect(to, 302)
}

async function translated(page: Asset | undefined): Promise<Readonly<Record<Language, Asset>> | undefined> {
  if (page === undefined) return undefined
  const html = (await page.content()).toString('utf8')
  const inLanguage = (language: Language): Asset => ({
    ...assetOf('/index.html', Buffer.from(html.replace(/(<html\b[^>]*\slang=)"[^"]*"/, `$1"${language}"`))),
    language,
  })
  return { en: inLanguage('en'), de: inLanguage('de') }
}
