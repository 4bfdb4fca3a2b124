import { expect, it } from 'vitest'
import { aFrame } from '#domain/testing.ts'
import type { OriginalFrame } from '#domain/source-maps/mapped-frame.ts'
import { toApiFrame } from './to-api-frame.ts'

const BUILT = '/_next/static/chunks/app/orders/%5Bid%5D/page-1a2b3c4d.js'
const SOURCE = 'turbopack:///[project]/app/orders/%5Bid%5D/page.tsx'

const original: OriginalFrame = {
  filename: 'app/orders/%5Bid%5D/page.tsx',
  source: SOURCE,
  function: 'Order',
  line: 4,
  column: 9,
  inApp: true,
  preContext: [],
  contextLine: undefined,
  postContext: [],
}
const map = { state: 'mapped', looked: [], nearest: undefined, fix: undefined } as const

it('[SM112] shows paths of built and original files decoded, beside what was sent', () => {
  const absPath = `https://shop.example${BUILT}`
  expect(toApiFrame(aFrame({ filename: BUILT, absPath }), { original, map })).toMatchObject({
    filename: '/_next/static/chunks/app/orders/[id]/page-1a2b3c4d.js',
    absPath,
    original: { filename: 'app/orders/[id]/page.tsx', source: SOURCE },
  })
  expect(toApiFrame(aFrame({ filename: undefined }), undefined).filename).toBeNull()
})
