import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { EVENT_ID, MOMENT, aPayload, aReceipt } from '#domain/testing.ts'
import { normalise } from './normalise.ts'
import { headlineOf } from './title.ts'

const ids = { eventId: EVENT_ID }
const read = (payload: JsonObject, received = aReceipt()) => normalise(payload, received, ids)

/** Values of every type in every known place, which random objects alone would hardly ever hit. */
const fields = [
  'exception breadcrumbs message logentry timestamp user tags request contexts extra modules sdk fingerprint level',
  'platform release environment dist transaction logger server_name debug_meta stacktrace security_report site',
]
  .join(' ')
  .split(' ')
const inner =
  'values frames type value mechanism stacktrace filename abs_path function lineno vars data id email headers cookies query_string env images kind fields timestamp category level message params formatted'.split(
    ' ',
  )
const value = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...inner), fc.string()), tie('json'), { maxKeys: 5 }),
  ),
})).json
const payload = fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), value, { maxKeys: 12 })

describe('normalise', () => {
  it('[PL1] reads any JSON object as an event, because one wrong field must not cost the rest', () => {
    fc.assert(
      fc.property(payload, (sent) => {
        const event = read(sent as JsonObject)
        const { title, culprit } = headlineOf(event)
        expect(title).not.toBe('')
        expect(typeof culprit).toBe('string')
        expect(Number.isSafeInteger(event.occurredAt)).toBe(true)
        for (const [key, text] of event.tags) {
          expect([typeof key, typeof text]).toEqual(['string', 'string'])
          expect(key).not.toBe('')
        }
        for (const { frames } of event.exceptions) expect(Array.isArray(frames)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('[PL1] fills in what is missing: platform other, level error, the arrival as the time', () => {
    expect(read({})).toMatchObject({ platform: 'other', level: 'error', kind: 'default', occurredAt: MOMENT })
  })

  it('calls an event without a title what it is', () => {
    expect(headlineOf(read({})).title).toBe('<unlabeled event>')
  })

  it('takes exceptions as an error and a message alone as the default kind', () => {
    expect(read(aPayload()).kind).toBe('error')
    expect(read({ message: 'hello' }).kind).toBe('default')
  })

  it('drops releases and environments that could not be one, and keeps the event', () => {
    for (const release of ['', 'latest', 'a/b', '..', 'x'.repeat(201), 'two\nlines', 7]) {
      expect(read({ release }).release).toBeUndefined()
    }
    expect(read({ release: ' shop@1.4.2 ' }).release).toBe('shop@1.4.2')
    expect(read({ environment: 'None' }).environment).toBeUndefined()
    expect(read({ dist: 'web 7' }).dist).toBeUndefined()
    expect(read({ dist: 7 }).dist).toBe('7')
  })

  it('takes the environment from the tag of that name where the field is missing', () => {
    expect(read({ tags: { environment: 'staging' } })).toMatchObject({ environment: 'staging', tags: [] })
    expect(read({ tags: { environment: 'staging' }, environment: 'live' }).environment).toBe('live')
  })

  it('leaves out empty contexts, which Node sends', () => {
    expect(read({ contexts: { cloud_resource: {}, os: { name: 'Debian' } } }).contexts).toEqual({
      os: { name: 'Debian' },
    })
  })

  it('falls back to the client named in the request when the payload names no SDK', () => {
    expect(read({}, aReceipt({ sdk: 'raven-js/3.27.2' })).sdk).toEqual({
      name: 'raven-js',
      version: '3.27.2',
    })
    expect(read({}, aReceipt({ userAgent: 'sentry-cli/3.8.0' })).sdk?.name).toBe('sentry-cli')
    expect(read({}, aReceipt({ userAgent: 'Mozilla/5.0 (X11)' })).sdk).toBeUndefined()
  })
})
