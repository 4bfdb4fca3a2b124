import type { Commit } from '#domain/releases/release.ts'
import type { Release, Scenario } from './plans.ts'

export interface SampleBuild {
  readonly version: string
  readonly commits: readonly Commit[]
  readonly deployedAt: number
}

const REPOSITORY = 'acme/shop'

interface Change {
  readonly id: string
  readonly author: 'Ada Adler' | 'Milo Berg' | 'Nora Costa'
  readonly message: string
  readonly files: readonly string[]
}

/** What a deploy script would report for the two latest releases, latest first. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  'shop@4.3.0': [
    {
      id: '9f3c1ab27d5e4c60b8a1f2d3e4c5b6a798f0e1d2',
      author: 'Nora Costa',
      message: 'Let people filter categories by more than one brand',
      files: ['src/category/filter-panel.tsx', 'src/category/options.ts'],
    },
    {
      id: '41d0be9a6c7f4e3b9d2a8c1f5e6b7a0d3c4f9e82',
      author: 'Ada Adler',
      message: 'Number orders per day instead of per shop',
      files: ['server/orders.ts', 'server/order-number.ts'],
    },
    {
      id: '7be20c4d1f9a4b68a3e5d7c0b1f2a4e6d8c9b0a1',
      author: 'Milo Berg',
      message: 'Nest discounts',
      files: ['src/cart/discount-field.tsx', 'src/cart/discounts.ts'],
    },
  ],
  'shop@4.2.1': [
    {
      id: 'c05d7e1f2a3b4c5d6e7f8091a2b3c4d5e6f70819',
      author: 'Ada Adler',
      message: 'Show orders of guests by their link',
      files: ['app/[locale]/orders/[id]/page.tsx', 'server/find-order.ts'],
    },
    {
      id: 'e81b9d0c7a6f45e4b3d2c1a0f9e8d7c6b5a49382',
      author: 'Milo Berg',
      message: 'Read the currency from the market, not from the locale',
      files: ['src/product/price-tag.tsx', 'src/format.ts'],
    },
  ],
}

export function buildsOf({ releases }: Scenario, now: number): readonly SampleBuild[] {
  return releases
    .filter(({ version }) => version in CHANGES)
    .map((release) => ({
      version: release.version,
      commits: CHANGES[release.version]!.map((change, index) => commitOf(release, change, index, now)),
      deployedAt: now - release.ageMs,
    }))
}

const QUARTER_HOUR_MS = 900_000

function commitOf({ ageMs }: Release, change: Change, index: number, now: number): Commit {
  const { id, author, message, files } = change
  return {
    id,
    repository: REPOSITORY,
    authorName: author,
    authorEmail: `${author.toLowerCase().replace(' ', '.')}@example.com`,
    message,
    at: now - ageMs - (index + 2) * QUARTER_HOUR_MS,
    files: files.map((path) => ({ path, type: 'M' })),
  }
}
