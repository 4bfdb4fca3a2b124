import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareReleases, orderReleases, parseRelease, type SeenRelease } from './release-order.ts'

const seen = (version: string, firstSeen = 0): SeenRelease => ({ version, firstSeen })
const sign = (left: string, right: string): number =>
  Math.sign(compareReleases(seen(left, 2), seen(right, 1)))

// Small ranges on purpose: equal numbers, equal builds and equal times are where an order breaks.
const small = fc.integer({ min: 0, max: 3 })
const semver = fc
  .tuple(
    fc.constantFrom('', 'v', 'shop@', '@acme/web@'),
    fc.array(small, { minLength: 2, maxLength: 4 }),
    fc.constantFrom('', '-rc', '-rc.1', '-rc.2', '-1', '-alpha.beta'),
    fc.constantFrom('', '+5', '+3', '+abc', '+def'),
  )
  .map(([start, numbers, pre, build]) => `${start}${numbers.join('.')}${pre}${build}`)
const date = fc
  .tuple(small, small, fc.constantFrom('.', '-', ''), fc.constantFrom('', '.1', '-2', '-abc', 'T1030'))
  .map(([month, day, separator, rest]) =>
    ['2026', `1${Math.min(month, 2)}`, `1${day}`].join(separator).concat(rest),
  )
const opaque = fc.constantFrom('3f2a1bc', 'dev', 'main-12', '77', 'shop@nightly')
const release = (version: fc.Arbitrary<string>): fc.Arbitrary<SeenRelease> =>
  fc.record({ version, firstSeen: small })
const schemes = [fc.oneof(semver, date).filter((text) => !text.includes('@')), opaque] as const

describe('the order of releases', () => {
  it.each([
    ['1.2.3', '1.2.4'],
    ['1.9.0', '1.10.0'],
    ['1.0.0-rc.1', '1.0.0-rc.2'],
    ['1.0.0-rc.9', '1.0.0-rc.10'],
    ['1.0.0-rc', '1.0.0'],
    ['1.0.0-1', '1.0.0-alpha'],
    ['shop@1.2.3', 'shop@1.3.0'],
    ['shop@1.2.3+9', 'shop@1.2.3+10'],
    ['@acme/web@1.2.3', '@acme/web@2.0.0'],
    ['v1.2', 'v1.2.1'],
    ['2026.9.30', '2026.11.15'],
    ['20260930', '20261115'],
    ['2026-11-15.1', '2026-11-15.2'],
    ['20261115103000', '20261115113000'],
    ['1.2.3', '2026.11.15'],
  ])('[RE1] puts %s before %s even when it was seen later', (older, newer) => {
    expect(sign(older, newer)).toBe(-1)
    expect(sign(newer, older)).toBe(1)
  })

  it.each([
    ['9f8e7d6', '0a1b2c3'],
    ['1234567', '0234567'],
    ['shop@2.0.0', 'api@1.0.0'],
    ['2.0.0', '3f2a1bc'],
    ['1.2.3+abc', '1.2.3+def'],
    ['20261115-f00', '20261115-ba2'],
  ])('[RE1] takes the word of first sight between %s and %s', (first, second) => {
    expect(compareReleases(seen(first, 1), seen(second, 2))).toBeLessThan(0)
    expect(compareReleases(seen(first, 2), seen(second, 1))).toBeGreaterThan(0)
  })

  it('[RE1] reads the package, the kind and the numbers of a version', () => {
    expect(parseRelease('@acme/web@1.2.3-rc.1+45')).toEqual({
      package: '@acme/web',
      kind: 'semver',
      numbers: [1, 2, 3],
      pre: ['rc', '1'],
      build: '45',
    })
    expect(parseRelease('20261115')).toMatchObject({ kind: 'date', numbers: [2026, 11, 15] })
    expect(parseRelease('2026.13.1').kind).toBe('semver')
    expect(parseRelease('someone@example')).toMatchObject({ kind: 'opaque', package: undefined })
  })

  it('[RE1] is one order within a scheme: it never goes in a circle and never calls two versions equal', () => {
    for (const scheme of schemes) {
      fc.assert(
        fc.property(release(scheme), release(scheme), release(scheme), (a, b, c) => {
          expect(Math.sign(compareReleases(a, b))).toBe(0 - Math.sign(compareReleases(b, a)))
          if (compareReleases(a, b) <= 0 && compareReleases(b, c) <= 0)
            expect(compareReleases(a, c)).toBeLessThanOrEqual(0)
          if (compareReleases(a, b) === 0) expect(a).toEqual(b)
        }),
        { numRuns: 2_000 },
      )
    }
  })

  it('[RE2] orders a list of several schemes in one way, and each scheme as it orders itself', () => {
    const any = fc.uniqueArray(release(fc.oneof(semver, date, opaque)), { selector: (one) => one.version })
    fc.assert(
      fc.property(any, fc.infiniteStream(fc.nat()), (releases, stream) => {
        const shuffled = releases
          .map((one) => ({ one, key: stream.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        const ordered = orderReleases(releases)
        expect(orderReleases(shuffled)).toEqual(ordered)
        expect(ordered.toSorted((a, b) => a.version.localeCompare(b.version))).toEqual(
          releases.toSorted((a, b) => a.version.localeCompare(b.version)),
        )
        const own = ordered.filter((one) => parseRelease(one.version).package === 'shop')
        expect(own).toEqual(own.toSorted(compareReleases))
      }),
    )
  })
})
