import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import type { MappedFrame, StackAsk } from '#domain/source-maps/mapped-frame.ts'
import { createMapJournal } from '#symbols/maps/map-journal.ts'
import { mapMemory } from '#symbols/maps/memory.ts'
import { createSymbolicator } from './symbolicator.ts'
import {
  aFrameAsk,
  anAsk,
  DEBUG_ID,
  fixtureFiles,
  fixtureText,
  openSymbolWorld,
  SCRIPT_URL,
  type SymbolWorld,
} from '#symbols/testing/world.ts'

let world: SymbolWorld
beforeEach(async () => {
  world = await openSymbolWorld()
})
afterEach(() => world.close())

async function mapped(over: Partial<StackAsk> = {}): Promise<readonly MappedFrame[]> {
  const symbolicator = createSymbolicator({ artifacts: world.records.artifacts, blobs: world.blobs })
  const [stack] = await symbolicator.symbolicate(anAsk({ projectId: world.projectId, ...over }))
  return stack!
}

const places = (frames: readonly MappedFrame[]) =>
  frames.map(({ original, map }) =>
    original === undefined ? map.state : `${original.function} ${original.filename}:${original.line}`,
  )

const READABLE = ['onBuyClick fx/src/main.js:3', 'checkout fx/src/cart.js:8', 'priceOf fx/src/cart.js:3']
const UNMAPPED = { images: [], release: undefined, dist: undefined }

describe('symbolication', () => {
  it('[SM30] maps by debug id, whatever release and address the files were uploaded under', async () => {
    const [script, map] = await fixtureFiles({ release: undefined, dist: undefined })
    await world.upload({ ...script, url: '~/x-0.js' }, { ...map, url: '~/x-0.js.map' })
    const frames = await mapped()
    expect(places(frames)).toEqual(READABLE)
    expect(frames[2]).toEqual({
      original: {
        filename: 'fx/src/cart.js',
        source: '../../fx/src/cart.js',
        function: 'priceOf',
        line: 3,
        column: 15,
        inApp: true,
        preContext: [
          '// Fixture module: fails for an empty basket so that the stack crosses two modules.',
          'export function priceOf(item) {',
        ],
        contextLine: '  return item.price.amount * item.quantity;',
        postContext: [
          '}',
          'export function checkout(cart) {',
          '  const first = cart.items[0];',
          "  console.info('checkout started', cart.items.length);",
          '  return priceOf(first);',
        ],
      },
      map: {
        state: 'mapped',
        looked: [{ by: 'debug_id', value: DEBUG_ID, dist: undefined, found: 'map' }],
        nearest: undefined,
        fix: undefined,
      },
    })
  })

  it('[SM30] reads the id of a script through its query, in any case and without dashes', async () => {
    await world.upload(...(await fixtureFiles()))
    const images = [{ codeFile: SCRIPT_URL, debugId: DEBUG_ID.replaceAll('-', '').toUpperCase() }]
    const stacks = [[aFrameAsk({ absPath: `${SCRIPT_URL}?v=2` })]]
    expect(places(await mapped({ images, stacks }))).toEqual(['priceOf fx/src/cart.js:3'])
  })

  it('[SM31] maps by release, dist and address where there is no id, and without the dist where none has it', async () => {
    await world.upload(...(await fixtureFiles({ debugId: undefined })))
    expect(places(await mapped({ images: [] }))).toEqual(READABLE)
    expect(places(await mapped({ images: [], dist: 'web-8' }))).toEqual(Array(3).fill('no_file'))
    expect(places(await mapped({ images: [], release: 'shop@2' }))).toEqual(Array(3).fill('no_file'))
    await world.upload(...(await fixtureFiles({ debugId: undefined, dist: undefined })))
    const [frame] = await mapped({ images: [], dist: 'web-8' })
    expect(frame!.map.looked).toEqual([
      { by: 'url', value: SCRIPT_URL, dist: 'web-8', found: 'nothing' },
      { by: 'url', value: '~/dist/fx/app.UNMNSEFP.js', dist: 'web-8', found: 'nothing' },
      { by: 'url', value: SCRIPT_URL, dist: undefined, found: 'nothing' },
      { by: 'url', value: '~/dist/fx/app.UNMNSEFP.js', dist: undefined, found: 'map' },
    ])
  })

  it('[SM31] finds a map that the script names, wherever it lies', async () => {
    const [script, map] = await fixtureFiles({ debugId: undefined })
    await world.upload({ ...script, sourceMap: '../maps/a.map' }, { ...map, url: '~/dist/maps/a.map' })
    expect(places(await mapped({ images: [] }))).toEqual(READABLE)
  })

  it('[SM47] maps files of webpack that the SDK for Next.js lengthened after their maps were made', async () => {
    const script = await fixtureText('next-webpack/page.js')
    const map = await fixtureText('next-webpack/page.js.map')
    const place = async (content: string, mapContent: string) => {
      const url = '~/_next/server/page.js'
      const release = `shop@${content.length}.${mapContent.length}`
      await world.upload(
        { kind: 'minified_source', url, release, sourceMap: 'page.js.map', content },
        { url: `${url}.map`, release, content: mapContent },
      )
      const column = content.indexOf('Error("the orders database is away")') + 1
      const frame = aFrameAsk({ absPath: 'app:///_next/server/page.js', line: 1, column })
      return places(await mapped({ release, dist: undefined, images: [], stacks: [[frame]] }))
    }
    const READ = ['OrderPage app/break/bare/[id]/page.jsx:5']
    expect(await place(script, map)).toEqual(READ)
    const banner = script.indexOf('!function')
    expect(banner).toBeGreaterThan(100)
    // Without what was written in front, and with a map that knows of it.
    expect(await place(script.slice(banner), map)).toEqual(READ)
    const fitting = { version: 3, sections: [{ offset: { line: 0, column: banner }, map: JSON.parse(map) }] }
    expect(await place(script, JSON.stringify(fitting))).toEqual(READ)
  })

  it('[SM32] says what was searched for, the closest match and what to do', async () => {
    const said = async (over?: Partial<StackAsk>) => {
      const { state, nearest, fix } = (await mapped(over))[0]!.map
      return [state, nearest, fix]
    }
    expect(await said(UNMAPPED)).toEqual([
      'no_debug_id',
      undefined,
      expect.stringContaining('Inject debug IDs'),
    ])
    expect(await said()).toEqual(['no_file', undefined, expect.stringContaining('no file with that ID')])
    const [script, map] = await fixtureFiles({ debugId: undefined })
    await world.upload({ ...script, dist: 'web-8' }, { ...map, dist: 'web-8' })
    expect(await said({ images: [] })).toEqual([
      'no_file',
      '~/dist/fx/app.UNMNSEFP.js was uploaded with dist “web-8”, but the event was sent with dist “web-7”',
      expect.stringContaining('same dist'),
    ])
    const elsewhere = [[aFrameAsk({ absPath: 'https://shop.example/app.UNMNSEFP.js' })]]
    expect(await said({ images: [], dist: 'web-8', stacks: elsewhere })).toEqual([
      'no_file',
      '~/dist/fx/app.UNMNSEFP.js has the same file name',
      expect.stringContaining('named ~/app.UNMNSEFP.js'),
    ])
    const rebuilt = [[aFrameAsk({ absPath: 'https://shop.example/dist/fx/app.AAAABBBB.js' })]]
    expect(await said({ images: [], dist: 'web-8', stacks: rebuilt })).toEqual([
      'no_file',
      '~/dist/fx/app.UNMNSEFP.js, from another build',
      expect.stringContaining('the build that was deployed'),
    ])
  })

  it('[SM32] distinguishes a script without a source map from a missing script', async () => {
    const [script] = await fixtureFiles({ debugId: undefined })
    await world.upload(script)
    const [frame] = await mapped({ images: [] })
    expect(frame!.map).toMatchObject({
      state: 'no_file',
      nearest: '~/dist/fx/app.UNMNSEFP.js was uploaded, but no source map for it',
      fix: 'Also upload app.UNMNSEFP.js.map: the script references it.',
    })
  })

  it('[SM32] says so when a map is found that has nothing for the position', async () => {
    await world.upload(...(await fixtureFiles()))
    const stacks = [[aFrameAsk({ line: 1 }), aFrameAsk({ column: undefined }), aFrameAsk({ line: 99_999 })]]
    expect(places(await mapped({ stacks }))).toEqual(Array(3).fill('no_position'))
  })

  it('[SM33] leaves alone what was never built', async () => {
    const stacks = [
      [
        aFrameAsk({ absPath: undefined }),
        aFrameAsk({ absPath: '<anonymous>' }),
        aFrameAsk({ absPath: 'node:internal/timers' }),
        aFrameAsk({ absPath: '/srv/app/server.js', hasSource: true }),
      ],
    ]
    expect(places(await mapped({ stacks }))).toEqual(Array(4).fill('not_needed'))
    await world.upload(...(await fixtureFiles()))
    expect(places(await mapped({ stacks }))).toEqual(Array(4).fill('not_needed'))
  })

  it.each([
    ['no JSON', '<!doctype html>'],
    ['a list', '[]'],
    ['no mappings', '{"version":3,"sources":[]}'],
    ['mappings of the wrong type', '{"version":3,"sources":["a"],"names":[],"mappings":7}'],
    ['broken sections', '{"version":3,"sections":[{"offset":{"line":0,"column":0}}]}'],
  ])('[SM37] says that a map is broken (%s), and maps the rest', async (_, content) => {
    const other = 'https://shop.example/other.js'
    const [, map] = await fixtureFiles()
    await world.upload(map)
    await world.upload({ url: '~/other.js.map', debugId: '00000000-0000-0000-0000-000000000001', content })
    const images = [
      { codeFile: SCRIPT_URL, debugId: DEBUG_ID },
      { codeFile: other, debugId: '00000000-0000-0000-0000-000000000001' },
    ]
    const frames = await mapped({ images, stacks: [[aFrameAsk({ absPath: other }), aFrameAsk()]] })
    expect(places(frames)).toEqual(['broken_map', 'priceOf fx/src/cart.js:3'])
    expect(frames[0]!.map.nearest).toMatch(/^~\/other\.js\.map: ./)
  })

  it('[SM37] says that the bytes of a map are gone, in a sentence and as a code', async () => {
    await world.upload(...(await fixtureFiles()))
    const files = await world.records.artifacts.byDebugIds(world.projectId, [DEBUG_ID])
    const { blob, url } = files.find(({ kind }) => kind === 'source_map')!
    await world.blobs.delete(blob)
    expect((await mapped())[0]!.map).toMatchObject({
      state: 'broken_map',
      nearest: `${url}: its content is missing or damaged`,
      codes: { nearest: { code: 'lost_map', url }, fix: { code: 'build_map_again' } },
    })
  })

  it('[SM37] says that the store of a map can’t be reached, and uses the map once it can be', async () => {
    await world.upload(...(await fixtureFiles()))
    let isAway = true
    const away = () => Promise.reject(new AppError('store_unavailable', 'The bucket can’t be used.'))
    const blobs = { get: (address: string) => (isAway ? away() : world.blobs.get(address)) }
    const symbolicator = createSymbolicator({ artifacts: world.records.artifacts, blobs })
    const ask = anAsk({ projectId: world.projectId })
    expect((await symbolicator.symbolicate(ask))[0]![0]!.map.codes).toMatchObject({
      nearest: { code: 'unreachable_map' },
      fix: { code: 'reach_store' },
    })
    isAway = false
    expect(places((await symbolicator.symbolicate(ask))[0]!)).toEqual(READABLE)
  })

  it('[SM37] survives mappings and names that make no sense', async () => {
    const content = JSON.stringify({
      version: 3,
      sources: [null, 7, 'a.js'],
      names: [7],
      sourcesContent: [1, {}, 'x'],
      mappings: 'A,AAAAA,CCAA,gggggggggggggC,EEEEE;!!!',
    })
    await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content })
    const stacks = [Array.from({ length: 60 }, (_, index) => aFrameAsk({ line: 1, column: index + 1 }))]
    for (const { map } of await mapped({ stacks }))
      expect(map.state).toBeOneOf(['mapped', 'no_position', 'broken_map'])
  })

  it('[SM37] reads a map in sections, with a guard in front', async () => {
    const map = JSON.parse(await fixtureText('artifacts/app.UNMNSEFP.js.map')) as { mappings: string }
    const inner = { ...map, mappings: map.mappings.replace(/^;;/, '') }
    const sectioned = { version: 3, sections: [{ offset: { line: 2, column: 0 }, map: inner }] }
    await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content: `)]}'\n${JSON.stringify(sectioned)}` })
    expect(places(await mapped())).toEqual(READABLE)
  })

  it('[SM34] calls a function as its caller does where the map brings no sources', async () => {
    const map = JSON.parse(await fixtureText('artifacts/app.UNMNSEFP.js.map')) as object
    const content = JSON.stringify({ ...map, sourcesContent: undefined })
    await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content })
    const frames = await mapped()
    expect(places(frames)).toEqual([
      'undefined fx/src/main.js:3',
      'checkout fx/src/cart.js:8',
      'priceOf fx/src/cart.js:3',
    ])
    expect(frames[0]!.original).toMatchObject({ preContext: [], contextLine: undefined })
  })

  it('[SM35] takes the lines of a source that was uploaded as a file of its own', async () => {
    const map = JSON.parse(await fixtureText('artifacts/app.UNMNSEFP.js.map')) as object
    const [, uploaded] = await fixtureFiles()
    await world.upload(
      { ...uploaded, content: JSON.stringify({ ...map, sourcesContent: [null] }) },
      {
        ...uploaded,
        kind: 'source',
        url: '~/fx/src/cart.js',
        content: await fixtureText('artifacts/src/cart.js'),
      },
    )
    const frames = await mapped()
    expect(frames[2]!.original!.contextLine).toBe('  return item.price.amount * item.quantity;')
    expect(frames[2]!.original!.function).toBe('priceOf')
  })

  it('[SM36] counts neither packages nor what the map says to ignore to the application', async () => {
    const map = JSON.parse(await fixtureText('artifacts/app.UNMNSEFP.js.map')) as { sources: string[] }
    const sources = ['../node_modules/cart/cart.js', '../../fx/src/main.js']
    await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content: JSON.stringify({ ...map, sources }) })
    expect((await mapped()).map(({ original }) => original!.inApp)).toEqual([true, false, false])
    const ignoring = JSON.stringify({ ...map, ignoreList: [1] })
    await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content: ignoring })
    expect((await mapped()).map(({ original }) => original!.inApp)).toEqual([false, true, true])
  })

  it('[SM38] finds at once what is uploaded after it was missed', async () => {
    const symbolicator = createSymbolicator({ artifacts: world.records.artifacts, blobs: world.blobs })
    const ask = anAsk({ projectId: world.projectId })
    expect(places((await symbolicator.symbolicate(ask))[0]!)).toEqual(Array(3).fill('no_file'))
    await world.upload(...(await fixtureFiles()))
    expect(places((await symbolicator.symbolicate(ask))[0]!)).toEqual(READABLE)
  })

  it('[SM38] looks up no more scripts of one event than it may', async () => {
    const stacks = [
      Array.from({ length: 80 }, (_, index) => aFrameAsk({ absPath: `https://shop.example/${index}.js` })),
    ]
    const states = places(await mapped({ stacks, images: [] }))
    expect(states.filter((state) => state === 'no_file')).toHaveLength(50)
  })

  it('[SM101] says what a map would take that is too costly to open, and what to do', async () => {
    const costly = JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: ';'.repeat(4_000_000) })
    await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content: costly })
    const [frame] = await mapped()
    expect(frame!.map).toMatchObject({
      state: 'broken_map',
      nearest: expect.stringMatching(
        /^~\/a\.map: opening it would take \d+ MiB of memory; the limit is 128 MiB$/,
      ),
      codes: { nearest: { code: 'costly_map' }, fix: { code: 'upload_smaller_map' } },
    })
  })

  it('[SM104] maps the other frames where one has a line or column of 0', async () => {
    await world.upload(...(await fixtureFiles()))
    const stacks = [[aFrameAsk({ line: 0 }), aFrameAsk({ column: 0 }), aFrameAsk({ line: -3 }), aFrameAsk()]]
    expect(places(await mapped({ stacks }))).toEqual([...Array<string>(3).fill('no_position'), READABLE[2]])
  })

  it('[SM104] maps a frame without its name where the source is too deep or too long to be searched', async () => {
    const nested = (depth: number) => `const a = ${'`${'.repeat(depth)}1${'}`'.repeat(depth)}`
    for (const content of [nested(100_000), ';'.repeat(1_000_000), '=>'.repeat(400_000)]) {
      const json = { version: 3, sources: ['a.js'], names: [], mappings: 'AAAA', sourcesContent: [content] }
      await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content: JSON.stringify(json) })
      expect(places(await mapped({ stacks: [[aFrameAsk({ line: 1, column: 1 })]] }))).toEqual([
        'undefined a.js:1',
      ])
    }
  })

  it('[SM103] writes down a large map while it is opened, and skips one that was never crossed out', async () => {
    const content = JSON.stringify({
      version: 3,
      sources: ['a.js'],
      names: [],
      mappings: 'AAAA',
      x: 'x'.repeat(3_000_000),
    })
    await world.upload({ url: '~/a.map', debugId: DEBUG_ID, content })
    const { artifacts, mapOpenings } = world.records
    const memory = mapMemory(1024 ** 3)
    const journal = createMapJournal(mapOpenings, memory, () => 1)
    const noted: string[] = []
    const watched = {
      ...journal,
      begin: (blob: string) => journal.begin(blob).then(() => void noted.push(blob)),
    }
    const said = async (amount: typeof memory) => {
      const stores = { artifacts, blobs: world.blobs, memory: amount }
      const symbolicator = createSymbolicator({
        ...stores,
        journal: amount === memory ? watched : createMapJournal(mapOpenings, amount, () => 1),
      })
      const stacks = [[aFrameAsk({ line: 1, column: 1 })]]
      const [stack] = await symbolicator.symbolicate(anAsk({ projectId: world.projectId, stacks }))
      return stack![0]!.map.codes?.nearest?.code ?? stack![0]!.map.state
    }
    expect(await said(memory)).toBe('mapped')
    expect(noted).toHaveLength(1)
    expect(await mapOpenings.find(noted[0]!)).toBeUndefined()
    // A process that was killed in between.
    await journal.begin(noted[0]!)
    expect(await said(memory)).toBe('fatal_map')
    expect(await said({ ...memory, heapMb: memory.heapMb * 2 })).toBe('mapped')
    expect(await mapOpenings.find(noted[0]!)).toBeUndefined()
  })
})
