import { expect, it } from 'vitest'
import { messagesPage } from './messages-page.ts'
import { routePaths, SCREENS, SEARCH, searchNames } from './screens.ts'
import { readMessages, readPage, regenerated } from './specification.ts'

it('[AR4] the specification says what the code says; `npm run spec` writes it', () => {
  expect(readPage()).toBe(regenerated(readPage()))
})

it('[AR4] the list of messages says what the pages say', async () => {
  expect(readMessages()).toBe(await messagesPage())
})

it('[AR4] every route of the pages is described, and nothing that is not one', () => {
  expect(SCREENS.map(({ path }) => path).toSorted()).toEqual([...routePaths()].toSorted())
})

it('[AR4] every parameter that a page reads of its address is described, and no other', () => {
  const described = Object.entries(SEARCH).map(([path, rows]) => [path, rows.map(([name]) => name)])
  expect(Object.fromEntries(described)).toEqual(searchNames())
})

it('[AR4] a page that differs from the code is noticed', () => {
  const page = readPage().replace('| limit |', '| limits |')
  expect(page).not.toBe(regenerated(page))
})
