import { pick, type Random } from '#domain/seeded-random.ts'

export interface Visitor {
  readonly id: string
  readonly email: string
  readonly address: string
  readonly userAgent: string
  readonly locale: string
  /** Guests are not known by name. */
  readonly tier: 'guest' | 'member' | 'business'
}

const FIRST = [
  'ada',
  'bruno',
  'chloe',
  'dario',
  'elif',
  'farid',
  'greta',
  'hugo',
  'ines',
  'jonas',
  'kaya',
  'lena',
  'milo',
  'nora',
  'oskar',
]
const LAST = ['adler', 'berg', 'costa', 'diaz', 'eder', 'fink', 'gruber', 'haas', 'ivanov', 'jung']

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/155.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
  'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
] as const

export const SAFARI_AGENTS = AGENTS.filter((agent) => agent.includes('Version/18'))

export function makeVisitors(random: Random, count: number): readonly Visitor[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(4100 + index),
    email: `${pick(random, FIRST)}.${pick(random, LAST)}${index}@example.com`,
    // A documentation network (RFC 5737).
    address: `203.0.113.${1 + Math.floor(random() * 250)}`,
    userAgent: pick(random, AGENTS),
    locale: pick(random, ['de', 'en', 'en', 'fr']),
    tier: pick(random, ['guest', 'member', 'member', 'member', 'business'] as const),
  }))
}
