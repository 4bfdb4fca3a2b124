import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareReleases,
  orderReleases,
  parseRelease,
  releasesBeside,
  type ReleaseSide,
  type SeenRelease,
} from './release-order.ts'

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
  ])('[RE1] orders by first seen between %s and %s', (first, second) => {
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

describe('the releases beside one', () => {
  const KNOWN = [
    seen('shop@1.10', 1),
    seen('shop@1.9', 2),
    seen('shop@2.0-rc.1', 3),
    seen('3f2a1bc', 4),
    seen('20261101', 5),
    seen('1.0', 6),
    seen('nightly', 7),
    seen('1.0+abc', 8),
    seen('1.0+def', 9),
  ]
  const beside = releasesBeside(KNOWN)

  it.each<readonly [ReleaseSide, string, readonly string[]]>([
    ['>', 'shop@1.9', ['shop@1.10', 'shop@2.0-rc.1']],
    ['>=', 'shop@1.9', ['shop@1.10', 'shop@1.9', 'shop@2.0-rc.1']],
    ['<', 'shop@1.10', ['shop@1.9']],
    ['<=', 'shop@1.10', ['shop@1.10', 'shop@1.9']],
    ['>', '1.0+abc', ['1.0+def', '20261101']],
  ])(
    '[SE31] knows those that are %s %s by what they count, of the same package only',
    (side, version, found) => {
      expect(beside(side, version)?.toSorted()).toEqual(found.toSorted())
    },
  )

  it.each<readonly [ReleaseSide, string, readonly string[]]>([
    ['>', 'shop@1.9.5', ['shop@1.10', 'shop@2.0-rc.1']],
    ['<', 'shop@2.0', ['shop@1.10', 'shop@1.9', 'shop@2.0-rc.1']],
    ['>=', 'shop@1.9.0', ['shop@1.10', 'shop@1.9', 'shop@2.0-rc.1']],
    ['>', 'shop@1.9.0', ['shop@1.10', 'shop@2.0-rc.1']],
    ['<=', 'shop@0.1', []],
    ['>', '2026-10-31', ['20261101']],
    ['<', '2026-11-01', ['1.0', '1.0+abc', '1.0+def']],
  ])('[SE31] finds releases that are %s %s, which itself was never seen', (side, version, found) => {
    expect(beside(side, version)?.toSorted()).toEqual(found.toSorted())
  })

  it('[SE31] goes by first sight from a release that counts nothing', () => {
    expect(beside('>', 'nightly')).toEqual(['1.0+abc', '1.0+def'])
    expect(beside('<=', '3f2a1bc')).toEqual(['shop@1.10', 'shop@1.9', 'shop@2.0-rc.1', '3f2a1bc'])
  })

  it('[SE32] reports releases that cannot be compared, unless there is nothing to compare with', () => {
    for (const version of ['9999999', '4', 'api@1.0', 'shop@', ''])
      expect(beside('>', version)).toBeUndefined()
    for (const version of ['9999999', 'api@1.0']) expect(releasesBeside([])('<', version)).toEqual([])
  })

  it('[SE31] agrees with the order wherever it compares, and leaves none on both sides or on neither', () => {
    const any = fc.uniqueArray(release(fc.oneof(semver, date, opaque)), {
      minLength: 1,
      selector: (one) => one.version,
    })
    fc.assert(
      fc.property(any, (known) => {
        const [own] = known
        const on = (side: ReleaseSide) => releasesBeside(known)(side, own!.version)!
        const orderOf = (version: string) =>
          compareReleases(
            known.find((one) => one.version === version)!,
            own!,
          )
        expect(on('<').every((version) => orderOf(version) < 0)).toBe(true)
        expect(on('>').every((version) => orderOf(version) > 0)).toBe(true)
        expect(on('<=').toSorted()).toEqual([...on('<'), own!.version].toSorted())
        expect(on('>=').toSorted()).toEqual([...on('>'), own!.version].toSorted())
        const scheme = ({ version }: SeenRelease) => {
          const parsed = parseRelease(version)
          return parsed.kind === 'opaque' ? 'opaque' : (parsed.package ?? '')
        }
        const same = known.filter((one) => scheme(own!) === 'opaque' || scheme(one) === scheme(own!))
        expect(on('<').length + on('>=').length).toBe(same.length)
      }),
    )
  })
})
