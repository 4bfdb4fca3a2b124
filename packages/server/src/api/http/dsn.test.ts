import { expect, it } from 'vitest'
import { dsnOf } from './dsn.ts'

it.each([
  ['http://127.0.0.1:8000', 'http://abc@127.0.0.1:8000/7'],
  ['https://errors.example', 'https://abc@errors.example/7'],
  ['https://example.com/hindcast/', 'https://abc@example.com/hindcast/7'],
])('[AP10] makes a DSN that SDKs accept from %s', (publicUrl, dsn) => {
  expect(dsnOf(publicUrl, 'abc', '7')).toBe(dsn)
})
