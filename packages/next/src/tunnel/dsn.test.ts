import { expect, it } from 'vitest'
import { readDsn } from './dsn.ts'

it.each([
  ['https://key@errors.example.com/1', 'https://errors.example.com/api/1/envelope/'],
  ['http://key@localhost:8080/7/', 'http://localhost:8080/api/7/envelope/'],
  ['https://key:secret@example.com/deep/path/1', 'https://example.com/deep/path/api/1/envelope/'],
])('[NX7] reads where envelopes go: %s', (dsn, url) => {
  expect(readDsn(dsn)!.url).toBe(`${url}?sentry_version=7&sentry_key=key`)
})

it.each([
  undefined,
  7,
  '',
  'errors.example.com/1',
  'https://errors.example.com/1',
  'https://key@errors.example.com/',
  'https://key@errors.example.com//',
  'file://key@host/1',
])('[NX7] does not take this for a DSN: %j', (dsn) => {
  expect(readDsn(dsn)).toBeUndefined()
})

it.each([
  'https://other@errors.example.com/1',
  'https://key@errors.example.com:444/1',
  'https://key@errors.example.com.evil.example/1',
  'https://key@errors.example.com/11',
  'https://key@errors.example.com/path/1',
])('[NX8] takes this for another one: %s', (dsn) => {
  expect(readDsn(dsn)!.identity).not.toBe(readDsn('https://key@errors.example.com/1')!.identity)
})
