import type { JsonObject } from '#domain/json.ts'
import { ORIGIN } from './deployed-scripts.ts'

/** What a page of the shop usually is like, in milliseconds. */
export interface Page {
  readonly route: string
  readonly path: string
  readonly share: number
  readonly lcp: number
  readonly inp: number
  readonly cls: number
  readonly server: number
  readonly query: string
  /** Elements, as SDKs name them: the largest, one that moved, one that answered slowly. */
  readonly largest: string
  readonly moved: string
  readonly slow: string
  /** What the release of the name made of it. */
  readonly since?: {
    readonly release: string
    readonly lcp?: number
    readonly inp?: number
    readonly server?: number
  }
}

export const PAGES: readonly Page[] = [
  {
    route: '/[locale]',
    path: '/[locale]',
    share: 0.24,
    lcp: 1500,
    inp: 90,
    cls: 0.03,
    server: 60,
    query: 'select * from teasers where locale = $1',
    largest: 'main > section.teaser > img',
    moved: 'main > section.newsletter',
    slow: 'header > button.menu',
  },
  {
    route: '/[locale]/products/[slug]',
    path: '/[locale]/products/shoes',
    share: 0.32,
    lcp: 1900,
    inp: 120,
    cls: 0.06,
    server: 110,
    query: 'select * from products where slug = $1',
    largest: 'main > figure.gallery > img',
    moved: 'main > section.recommendations',
    slow: 'form.buy > button.add-to-cart',
    since: { release: 'shop@4.3.0', lcp: 3600 },
  },
  {
    route: '/[locale]/search',
    path: '/[locale]/search',
    share: 0.16,
    lcp: 2700,
    inp: 160,
    cls: 0.12,
    server: 1400,
    query: 'select * from products where name ilike $1 order by rank desc',
    largest: 'main > ul.results > li > img',
    moved: 'main > aside.filters',
    slow: 'aside.filters > input[type="checkbox"]',
  },
  {
    route: '/[locale]/cart',
    path: '/[locale]/cart',
    share: 0.14,
    lcp: 1400,
    inp: 340,
    cls: 0.02,
    server: 90,
    query: 'select * from cart_lines where cart_id = $1',
    largest: 'main > ul.lines > li > img',
    moved: 'main > p.voucher',
    slow: 'li.line > button.quantity',
    since: { release: 'shop@4.2.1', inp: 130 },
  },
  {
    route: '/[locale]/checkout',
    path: '/[locale]/checkout',
    share: 0.08,
    lcp: 2100,
    inp: 210,
    cls: 0.18,
    server: 380,
    query: 'select * from addresses where user_id = $1',
    largest: 'main > form.address',
    moved: 'main > section.payment > iframe',
    slow: 'section.payment > button.pay',
  },
  {
    route: '/[locale]/orders/[id]',
    path: '/[locale]/orders/42',
    share: 0.06,
    lcp: 1700,
    inp: 80,
    cls: 0.01,
    server: 140,
    query: 'select * from orders where id = $1',
    largest: 'main > ol.progress',
    moved: 'main > section.invoice',
    slow: 'section.invoice > a.download',
  },
]

const HERO = `${ORIGIN}/_next/static/media/hero.avif`

/** What the SDK says about the vitals of a visit. */
export const causesOf = ({ largest, moved, slow }: Page, isLoad: boolean): JsonObject => ({
  ...(isLoad && { 'lcp.element': largest, 'lcp.url': HERO, 'cls.source.1': moved }),
  'inp.target': slow,
})
