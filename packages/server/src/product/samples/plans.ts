import { AppError } from '#domain/app-error.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface Release {
  readonly version: string
  readonly buildHash: string
  /** How long before now it went live. */
  readonly ageMs: number
  /** Which part of its sessions ends in an unhandled error. */
  readonly broken: number
}

/** How often a bug happens, since when, and to whom. */
export interface Plan {
  readonly bug: string
  readonly events: number
  readonly fromMs: number
  readonly toMs: number
  readonly who?: 'safari' | 'french' | 'business'
  /** Everywhere unless given, production most often. */
  readonly environment?: string
}

export interface Scenario {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly releases: readonly Release[]
  readonly plans: readonly Plan[]
}

const RELEASES: readonly Release[] = [
  { version: 'shop@4.0.3', buildHash: 'Aw71LpQe', ageMs: 26 * DAY_MS, broken: 0.012 },
  { version: 'shop@4.1.0', buildHash: 'BqT9xw2e', ageMs: 12 * DAY_MS, broken: 0.009 },
  { version: 'shop@4.2.0', buildHash: 'D4kq81Zs', ageMs: 6 * DAY_MS, broken: 0.008 },
  { version: 'shop@4.2.1', buildHash: 'Cx02LmPa', ageMs: DAY_MS, broken: 0.006 },
  { version: 'shop@4.3.0', buildHash: 'Hk77aQ0b', ageMs: 5 * HOUR_MS, broken: 0.028 },
]

const plan = (
  bug: string,
  events: number,
  fromMs: number,
  toMs = 0,
  more: Pick<Plan, 'who' | 'environment'> = {},
): Plan => ({ bug, events, fromMs, toMs, ...more })

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'busy-shop',
    title: 'A busy shop',
    description:
      'Two weeks of a routed React shop: 33 bugs, five releases with their sessions, traces and web vitals, three environments.',
    releases: RELEASES,
    plans: [
      plan('cart-price', 180, 6 * DAY_MS),
      plan('chunk-gone', 70, 20 * HOUR_MS),
      plan('checkout-offline', 90, 14 * DAY_MS),
      plan('invalid-date', 60, 13 * DAY_MS, 0, { who: 'safari' }),
      plan('payment-declined', 45, 14 * DAY_MS),
      plan('hydration', 40, 6 * DAY_MS, DAY_MS),
      plan('stock-query', 55, 3 * DAY_MS),
      plan('slow-provider', 60, 14 * DAY_MS),
      plan('search-results', 34, 5 * HOUR_MS, 0, { who: 'safari' }),
      plan('storage-full', 22, 14 * DAY_MS, 2 * HOUR_MS),
      plan('categories-map', 28, 5 * HOUR_MS),
      plan('currency-code', 31, 20 * HOUR_MS, 0, { who: 'french' }),
      plan('focus-null', 17, 11 * DAY_MS, 3 * HOUR_MS),
      plan('discount-recursion', 9, 4 * HOUR_MS),
      plan('video-interrupted', 38, 14 * DAY_MS),
      plan('recommendations', 26, 9 * DAY_MS, HOUR_MS),
      plan('map-script', 12, 8 * DAY_MS, 20 * HOUR_MS),
      plan('session-expired', 48, 14 * DAY_MS),
      plan('upload-too-large', 14, 12 * DAY_MS, 6 * HOUR_MS),
      plan('old-syntax', 7, 10 * DAY_MS, 2 * DAY_MS),
      plan('resize-observer', 52, 14 * DAY_MS),
      plan('stock-socket', 41, 7 * DAY_MS),
      plan('translation-missing', 19, 6 * DAY_MS, 0, { who: 'french' }),
      plan('flag-default', 8, 2 * DAY_MS, 0, { environment: 'development' }),
      plan('order-null', 11, 18 * HOUR_MS),
      plan('cache-refused', 6, 3 * DAY_MS, 3 * DAY_MS - 20 * MINUTE_MS),
      plan('duplicate-order', 12, 4 * HOUR_MS, 0, { who: 'business' }),
      plan('webhook-json', 10, 13 * DAY_MS, 5 * DAY_MS, { environment: 'staging' }),
      plan('shipping-timeout', 23, 4 * DAY_MS),
      plan('mail-bounced', 16, 14 * DAY_MS),
      plan('sitemap-memory', 3, 40 * HOUR_MS, 30 * HOUR_MS),
      plan('carrier-limit', 13, 4 * DAY_MS, HOUR_MS),
      plan('import-late', 9, 9 * DAY_MS, 7 * HOUR_MS),
    ],
  },
  {
    name: 'regression-after-deploy',
    title: 'A regression after a deploy',
    description:
      'Quiet for two weeks, then a release an hour ago breaks the cart and old tabs lose their chunks.',
    releases: [RELEASES[0]!, { ...RELEASES.at(-1)!, ageMs: 60 * MINUTE_MS }],
    plans: [
      plan('checkout-offline', 25, 14 * DAY_MS),
      plan('cart-price', 240, 58 * MINUTE_MS),
      plan('chunk-gone', 80, 55 * MINUTE_MS),
    ],
  },
]

export function requireScenario(name: string): Scenario {
  const scenario = SCENARIOS.find((one) => one.name === name)
  if (scenario !== undefined) return scenario
  const known = SCENARIOS.map((one) => one.name).join(', ')
  throw new AppError('invalid_input', `Unknown scenario “${name}”. Use one of ${known}.`)
}
