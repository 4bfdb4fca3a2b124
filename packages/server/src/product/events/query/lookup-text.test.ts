import { describe, expect, it } from 'vitest'
import { readLookupText } from './lookup-text.ts'

const ID = 'fd0d7a3c5b1e4f6a8c9d0e1f2a3b4c5d'
const UUID = 'FD0D7A3C-5B1E-4F6A-8C9D-0E1F2A3B4C5D'
/** What an id may be of. */
const HEX = ['event_id', 'trace_id', 'replay_id'].map((kind) => `${kind} ${ID}`)
const KEY = '0123456789abcdef0123456789abcdef'

/** `kind value`, the surest first. */
function read(text: string): readonly string[] {
  return readLookupText(text).map((candidate) =>
    candidate.kind === 'short_id'
      ? `short_id ${candidate.slug} ${candidate.number}`
      : `${candidate.kind} ${candidate.value}`,
  )
}

describe('a pasted text', () => {
  it.each([
    ['an event id', ID, [...HEX, `public_key ${ID}`]],
    ['an event id in capitals', ID.toUpperCase(), [...HEX, `public_key ${ID}`]],
    ['an event id with dashes', UUID, [...HEX, `public_key ${ID}`]],
    ['an event id in quotes', `"${ID}",`, [...HEX, `public_key ${ID}`]],
    ['an event id in a sentence', `Event ID: ${UUID}, please look.`, HEX],
    ['a short id', 'WEB-1A', ['short_id web 42', 'digest web-1a']],
    ['a short id in small letters', 'my-shop-1a', ['short_id my-shop 42', 'digest my-shop-1a']],
    ['a short id with O and l', 'WEB-lO', ['short_id web 32', 'digest web-lo']],
    ['a short id in a sentence', 'Fixes WEB-1A and API-2.', ['short_id web 42', 'short_id api 2']],
    ['the number of an issue', '407', ['issue_id 407', 'digest 407']],
    ['the number of an issue with a sign', '#407', ['issue_id 407', 'digest 407']],
    ['the number of an issue in a sentence', 'see issue 407 there', ['issue_id 407']],
    ['a DSN', `https://${KEY.toUpperCase()}@errors.example:8443/x/7`, [`public_key ${KEY}`]],
    ['a DSN with a secret', `http://${KEY}:s3cret@127.0.0.1:8000/7`, [`public_key ${KEY}`]],
    ['a line of configuration', `Sentry.init({ dsn: 'https://${KEY}@h.example/7' })`, [`public_key ${KEY}`]],
    ['an address of ours', 'http://127.0.0.1:8000/web/issues/407', ['issue_id 407']],
    ['an address with a language', 'https://h.example/de/web/issues/407?tab=tags', ['issue_id 407']],
    ['an address of an event', `https://h.example/web/issues/407/events/${ID}`, [...HEX, 'issue_id 407']],
    [
      'an address as Sentry writes it',
      `https://o1.sentry.io/organizations/main/issues/407/events/${ID}/?project=7`,
      [...HEX, 'issue_id 407'],
    ],
    ['an address with a short id', 'https://main.sentry.io/issues/WEB-1A/', ['short_id web 42']],
    [
      'the sentence of Next.js up to 14',
      'Application error: a server-side exception has occurred (see the server logs for more information).\nDigest: 407313890',
      ['digest 407313890'],
    ],
    [
      'the sentence of Next.js 15',
      'Application error: a server-side exception has occurred while loading shop.example (see the server logs for more information). Digest: 1036831656',
      ['digest 1036831656'],
    ],
    [
      'the screen of Next.js 16.2',
      'This page couldn’t load\nA server error occurred. Reload to try again.\nReload\nERROR 1170966708',
      ['digest 1170966708'],
    ],
    ['the number alone', ' 1170966708 ', ['issue_id 1170966708', 'digest 1170966708']],
    ['a digest with a code of Next.js', '1234567@E394', ['digest 1234567']],
    ['a digest with its name', 'digest=1234567', ['digest 1234567']],
    ['a digest as JSON', '{"digest":"1234567@E394"}', ['digest 1234567']],
    ['a digest of somebody’s own', 'uc6co8vb1', ['digest uc6co8vb1']],
    [
      'a digest that looks like a short id',
      'ORDER-LOOKUP-7f3a',
      ['short_id order-lookup 244842', 'digest order-lookup-7f3a'],
    ],
  ])('[AP30] is read as what it may stand for: %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    [
      'a client-side sentence, which has no number',
      'Application error: a client-side exception has occurred',
    ],
    ['a sentence with hyphens', 'the well-known server-side up-to-date error'],
    ['an id that is all zeros', 'event 00000000-0000-0000-0000-000000000000 here'],
    ['33 hex digits', `id ${ID}a here`],
    ['control flow of Next.js', 'Digest: NEXT_HTTP_ERROR_FALLBACK;404'],
    ['an issue that cannot be', 'https://h.example/web/issues/0'],
  ])('[AP30] stands for nothing when it is %s', (_, text) => {
    expect(read(text)).toEqual([])
  })

  it('[AP30] stands for a bounded number of things, whatever is pasted, in bounded time', () => {
    expect(read(`${ID} WEB-1A `.repeat(40))).toHaveLength(4)
    const many = Array.from({ length: 200 }, (_, index) => `WEB-${index + 1}`).join(' ')
    expect(read(many)).toHaveLength(12)
    for (const piece of ['a', '-', 'A-', '0', 'digest:', 'http://', '/issues/', '#'])
      expect(read(piece.repeat(2000 / piece.length)).length).toBeLessThanOrEqual(12)
  })
})
