import { expect, it } from 'vitest'
import { readPage, regenerated } from './specification.ts'

it('[AR4] the specification says what the code says; `npm run spec` writes it', () => {
  expect(readPage()).toBe(regenerated(readPage()))
})

it('[AR4] a page that differs from the code is noticed', () => {
  const page = readPage().replace('| limit |', '| limits |')
  expect(page).not.toBe(regenerated(page))
})
