import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { aPayload } from '#domain/testing.ts'
import { digestError } from './digest.ts'
import { errorDigestsOf } from './error-digests.ts'
import { anErrorContext } from '#digest/testing/error-context.ts'

const FOLDER = new URL('../../../../../../fixtures/next/errors/', import.meta.url)

/** What Next.js leaves behind when it logs an error. */
function crumb(message: Json, digest: Json, stack = 'Error: x\n    at a (a.js:1:1)'): JsonObject {
  return { category: 'console', level: 'error', data: { arguments: ['⨯', { message, stack, digest }] } }
}

const thrown = (value: string): JsonObject => ({ values: [{ type: 'Error', value }] })

describe('the number on the error screen', () => {
  it.each<[string, JsonObject]>([
    ['a tag', { tags: { digest: '42' } }],
    ['a tag of an integration', { tags: [['nextjs.digest', '42']] }],
    ['a tag sent as a number', { tags: { error_digest: 42 } }],
    ['the context an integration makes of the error’s own fields', { contexts: { Error: { digest: '42' } } }],
    ['extra data', { extra: { digest: '42@E394' } }],
    ['the error inside the extra data', { extra: { error: { name: 'Error', digest: '42' } } }],
    [
      'the mechanism',
      { exception: { values: [{ type: 'E', mechanism: { type: 'x', data: { digest: '42' } } }] } },
    ],
    [
      'the message of an exception that quotes the screen',
      { exception: thrown('Server failed. Digest: 42') },
    ],
    ['a message', { message: 'boundary caught it, digest="42"' }],
    ['a message as an entry of a log', { logentry: { formatted: 'Digest: 42' } }],
    ['the log line of Next.js', { exception: thrown('no db'), breadcrumbs: [crumb('no db', '42')] }],
    [
      'the same in the older shape',
      { exception: thrown('no db'), breadcrumbs: { values: [crumb('no db', '42')] } },
    ],
  ])('[PL30] is found in %s', (_, payload) => {
    expect(errorDigestsOf(payload)).toEqual(['42'])
  })

  it.each<[string, JsonObject]>([
    ['nothing at all', {}],
    ['a log line about another error', { exception: thrown('a'), breadcrumbs: [crumb('b', '42')] }],
    ['a log line beside no exception', { message: 'm', breadcrumbs: [crumb('b', '42')] }],
    [
      'a crumb that is no log line',
      { exception: thrown('a'), breadcrumbs: [{ ...crumb('a', '42'), category: 'x' }] },
    ],
    ['control flow', { contexts: { Error: { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' } } }],
    ['a sentence about digests', { message: 'The digest could not be computed, digest: none at all?!' }],
    ['a tag that is named alike', { tags: { digest_predicted: 'yes', digestion: '7' } }],
    [
      'wrong types',
      { tags: 7, contexts: [1], extra: 'digest', exception: { values: [null, 7] }, breadcrumbs: [[1]] },
    ],
    [
      'wrong types inside',
      { extra: { digest: { a: 1 } }, breadcrumbs: [{ category: 'console', data: 'x' }] },
    ],
  ])('[PL30] is not made up from %s', (_, payload) => {
    expect(errorDigestsOf(payload)).toEqual([])
  })

  it('[PL30] is that of the newest log line: on the client every server error has the same message', () => {
    const breadcrumbs = [crumb('Minified React error #441', '1'), crumb('Minified React error #441', '2')]
    expect(errorDigestsOf({ exception: thrown('Minified React error #441'), breadcrumbs })).toEqual(['2'])
  })

  it('[PL30] is reported once, and at most ten of them', () => {
    const tags = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`n${index}.digest`, String(index)]),
    )
    expect(errorDigestsOf({ tags: { digest: '7' }, extra: { digest: '7' } })).toEqual(['7'])
    expect(errorDigestsOf({ tags })).toHaveLength(10)
  })

  it('[PL30] is read before the log line is cut, because it stands behind the stack', () => {
    const stack = 'x'.repeat(2 * LIMITS.tree.breadcrumbDataBytes)
    const payload = aPayload({ breadcrumbs: [crumb('price is undefined', '42', stack)] })
    const row = digestError(payload, anErrorContext())
    expect(row).toMatchObject({ identifiers: [{ kind: 'digest', value: '42' }] })
    expect(JSON.stringify(row)).not.toContain('"digest":"42"')
  })

  const expected: Readonly<Record<string, readonly string[]>> = {
    '0005-A-with-boundary-server-event.json': ['2832744368'],
    '0009-A-with-boundary-client-event.json': ['2832744368'],
    '0019-A-no-boundary-client-event.json': ['3429277576'],
    // The same number for every id that the route was visited with.
    '0042-A-dyn-2-server-event.json': ['2542182777'],
    '0046-A-dyn-2-client-event.json': ['2542182777'],
    '0051-A-ssr-client-server-event.json': ['3716712799'],
    // Recovered by the client: nothing was shown, and the SDK sends no number.
    '0054-A-ssr-client-client-event.json': [],
    '0078-A-custom-digest-server-event.json': ['order-lookup-7f3a'],
    // Captured before Next.js made the number; only the client's event has it.
    '0164-A-action-wrapped-server-event.json': [],
    '0166-A-action-wrapped-client-event.json': ['3350511354'],
    '0887-C-with-boundary-server-event.json': ['821079998'],
    '0952-C-action-wrapped-server-event.json': ['3913887988'],
    '0986-U-unique-server-event.json': ['uc6co8vb1'],
    '1332-ST-nf-catch-client-event.json': [],
  }

  it.each(readdirSync(FOLDER))('[PL30] is found in what a real client sent: %s', (file) => {
    const { items } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
      items: Array<{ payload: JsonObject }>
    }
    expect(errorDigestsOf(items[0]!.payload)).toEqual(expected[file])
  })
})
