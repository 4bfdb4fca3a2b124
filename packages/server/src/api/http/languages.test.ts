import { expect, it } from 'vitest'
import { acceptedLanguage } from './languages.ts'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr-FR,fr;q=0.9', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['DE-at', 'de'],
  ['den', 'en'],
  ['en;q=0.5, de;q=0.6', 'de'],
  ['en, de', 'en'],
  ['de;q=0.8, en;q=0.8', 'de'],
  ['de;q=0', 'en'],
  ['fr, *;q=0.5, de;q=0.4', 'en'],
  ['de;q=lots, en;q=0.1', 'en'],
  [';;;,,q=1', 'en'],
])('[AP23] reads Accept-Language %j as %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
