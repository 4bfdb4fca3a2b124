import { MapFetchState } from '@hindcast/contract/events/mapped-frame.ts'
import { i18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'
import { fetchWords } from './fetch-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

it('[UI137] says for every end of a fetch what happened and what to do, each in its own words', () => {
  const said = MapFetchState.options.map(fetchWords)
  expect(said.filter((words) => !/\. .+\.$/.test(words))).toEqual([])
  expect(new Set(said).size).toBe(MapFetchState.options.length)
  expect(fetchWords('of_tomorrow' as MapFetchState)).toBe('')
})
