import { describe, expect, it } from 'vitest'
import { runInNewContext } from 'node:vm'
import { digestOf, hashText, predictDigest } from './digest.ts'

describe('the digest of an error', () => {
  it.each([
    ['', '5381'],
    ['a', '177604'],
    ['the orders database is away', '1545081296'],
    ['Größe 😀\n    at x', '3792530630'],
  ])('[NX2] is the hash that Next.js computes: %j', (text, hash) => {
    // Printed by next/dist/compiled/string-hash of Next.js 16.4.6.
    expect(hashText(text)).toBe(hash)
  })

  it('[NX2] is predicted from message and stack, and from the text alone where text was thrown', () => {
    const error = new Error('no stock')
    expect(predictDigest(error)).toBe(hashText(`no stock${error.stack}`))
    expect(predictDigest('no stock')).toBe(hashText('no stock'))
  })

  it('[NX2] is predicted for errors of another realm and without a stack', () => {
    const foreign = runInNewContext(`new Error('no stock')`) as Error
    expect(foreign instanceof Error).toBe(false)
    expect(predictDigest(foreign)).toBe(hashText(`no stock${foreign.stack}`))
    expect(predictDigest({ name: 'Error', message: 'no stock' })).toBe(hashText('no stock'))
  })

  it.each([undefined, null, 7, { reason: 'no stock' }])(
    '[NX2] is not predicted where Next.js makes an error of its own: %j',
    (thrown) => expect(predictDigest(thrown)).toBeUndefined(),
  )

  it.each([
    'NEXT_REDIRECT;replace;/cart;307;',
    'NEXT_HTTP_ERROR_FALLBACK;404',
    'NEXT_NOT_FOUND',
    'NEXT_PRERENDER_INTERRUPTED',
    'DYNAMIC_SERVER_USAGE',
    'BAILOUT_TO_CLIENT_SIDE_RENDERING',
    'HANGING_PROMISE_REJECTION',
  ])('[NX1] is recognised as control flow: %s', (digest) => {
    expect(digestOf({ digest })?.isControlFlow).toBe(true)
  })

  it.each([['1170966708'], ['ORDER-LOOKUP-7f3a'], ['1234567@E394']])(
    '[NX1] is kept as it is: %s',
    (digest) => {
      expect(digestOf(Object.assign(new Error('x'), { digest }))).toEqual({
        text: digest,
        isControlFlow: false,
      })
    },
  )

  it.each([undefined, null, 'text', {}, { digest: 7 }, { digest: '' }, { digest: 'x'.repeat(201) }])(
    '[NX1] is not read from %j',
    (thrown) => expect(digestOf(thrown)).toBeUndefined(),
  )
})
