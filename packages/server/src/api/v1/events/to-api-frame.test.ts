import { expect, it } from 'vitest'
import { aFrame } from '#domain/testing.ts'
import { toApiFrame } from './to-api-frame.ts'

const BUILT = '/_next/static/chunks/app/orders/%5Bid%5D/page-1a2b3c4d.js'

it('[SM112] shows the path of a built file decoded, beside what was sent', () => {
  const absPath = `https://shop.example${BUILT}`
  expect(toApiFrame(aFrame({ filename: BUILT, absPath }), undefined)).toMatchObject({
    filename: '/_next/static/chunks/app/orders/[id]/page-1a2b3c4d.js',
    absPath,
  })
  expect(toApiFrame(aFrame({ filename: undefined }), undefined).filename).toBeNull()
})
