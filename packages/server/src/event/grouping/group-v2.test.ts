import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import type { MappedFrame, OriginalFrame } from '#domain/source-maps/mapped-frame.ts'
import { aFrame, aMechanism, anEvent, anException } from '#domain/testing.ts'
import { group } from './group.ts'
import { groupV1 } from './group-v1.ts'

const golden = JSON.parse(readFileSync(new URL('group-v2.golden.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly fingerprint: string; readonly parts: readonly string[] }>
>

function anOriginal(over: Partial<OriginalFrame> = {}): OriginalFrame {
  return {
    filename: 'src/cart.ts',
    source: '../../src/cart.ts',
    function: 'checkout',
    line: 8,
    column: 3,
    inApp: true,
    preContext: [],
    contextLine: '  return priceOf(first)',
    postContext: [],
    ...over,
  }
}

const mapped = (original: OriginalFrame | undefined): MappedFrame => ({
  original,
  map: {
    state: original === undefined ? 'no_file' : 'mapped',
    looked: [],
    nearest: undefined,
    fix: undefined,
  },
})

/** An event of minified frames, one for each of the originals, oldest first. */
function thrown(originals: ReadonlyArray<OriginalFrame | undefined>, over: Partial<ErrorEvent> = {}) {
  const frames = originals.map((_, index) =>
    aFrame({ function: 'e', absPath: `https://shop.example/assets/index-SV73IL6M.js`, column: index + 1 }),
  )
  const event = anEvent({ exceptions: [anException({ frames })], ...over })
  return group(event, undefined, [originals.map(mapped)])
}

const CASES = {
  'a stack': thrown([anOriginal({ function: 'onBuyClick', filename: 'src/main.ts' }), anOriginal()]),
  'a function without a name': thrown([anOriginal({ function: '<anonymous>' })]),
  'a package only': thrown([anOriginal({ filename: 'node_modules/react-dom/cjs/x.js', inApp: false })]),
  'an extended fingerprint': thrown([anOriginal()], { fingerprint: ['{{ default }}', 'eu'] }),
}

describe('grouping v2', () => {
  it.each(Object.entries(CASES))(
    '[GR1] gives %s the fingerprint it always had',
    (name, { version, ...grouping }) => {
      expect(version).toBe(2)
      expect({ fingerprint: grouping.fingerprint, parts: grouping.evidence.parts }).toEqual(golden[name])
    },
  )

  it('[SM43] ignores everything a deploy or a bundler changes: lines, columns, folders around, callbacks', () => {
    const place = (over: Partial<OriginalFrame>) => thrown([anOriginal(over)]).fingerprint
    const one = place({})
    expect(place({ line: 99, column: 1, contextLine: 'return priceOf(second)' })).toBe(one)
    expect(
      place({ filename: 'apps/web/src/cart.ts', source: 'turbopack:///[project]/apps/web/src/cart.ts' }),
    ).toBe(one)
    expect(place({ filename: '/home/ci/7/src/cart.ts' })).toBe(one)
    expect(place({ function: 'Cart.checkout' })).toBe(one)
    expect(place({ function: 'checkout.<anonymous>' })).toBe(one)
    expect(place({ function: 'refund' })).not.toBe(one)
    expect(place({ filename: 'src/order.ts' })).not.toBe(one)
  })

  it('[SM43] distinguishes anonymous functions by their code, independent of the line', () => {
    const place = (contextLine: string | undefined, line: number) =>
      thrown([anOriginal({ function: undefined, contextLine, line })]).fingerprint
    expect(place('  total += item.price', 3)).toBe(place('total +=  item.price', 40))
    expect(place('total += item.price', 3)).not.toBe(place('total -= item.price', 3))
    expect(place(undefined, 3)).toBe(place(undefined, 4))
  })

  it('[SM43] tells pages apart that are called alike, by the folder that names them', () => {
    const page = (filename: string) => thrown([anOriginal({ function: 'Page', filename })]).fingerprint
    const alike = ['app/orders/[id]/page.tsx', 'app/users/[id]/page.tsx', 'app/users/[id]/(list)/page.tsx']
    expect(new Set(alike.map(page)).size).toBe(3)
    expect(page('shop/app/orders/[id]/page.tsx')).toBe(page('app/orders/[id]/page.tsx'))
  })

  it('[SM43] looks at frames of the application only, and not at frames that were not mapped', () => {
    const own = anOriginal()
    const theirs = (name: string) =>
      anOriginal({ function: name, filename: 'node_modules/x/i.js', inApp: false })
    expect(thrown([own, theirs('one'), undefined]).fingerprint).toBe(thrown([own]).fingerprint)
    expect(thrown([theirs('one')]).fingerprint).not.toBe(thrown([theirs('two')]).fingerprint)
  })

  it('[SM44] is version 1, as ever, where no map made a difference', () => {
    const unmapped = thrown([undefined, undefined])
    const event = anEvent()
    expect(unmapped.version).toBe(1)
    expect(group(event, undefined, undefined)).toEqual(groupV1(event, undefined))
    const synthetic = [anException({ mechanism: aMechanism({ synthetic: true }) })]
    for (const over of [{ fingerprint: ['mine'] }, { exceptions: synthetic }]) {
      const other = anEvent(over)
      expect(group(other, undefined, [[mapped(anOriginal())]])).toEqual(groupV1(other, undefined))
    }
  })

  it('[SM44] remembers the fingerprint without maps, so that both lead to one issue', () => {
    const event = anEvent()
    expect(group(event, undefined, [[mapped(anOriginal())]]).unmapped).toBe(
      groupV1(event, undefined).fingerprint,
    )
    expect(thrown([anOriginal()]).evidence.summary).toBe(
      'Same type, thrown at the same place of the sources: checkout in src/cart.ts.',
    )
  })
})
