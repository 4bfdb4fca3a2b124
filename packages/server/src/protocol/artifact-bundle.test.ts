import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '#domain/byte-source.ts'
import { LIMITS } from '#domain/limits.ts'
import {
  arbitraryArchiveProperty,
  bundleRoundTripProperty,
  mutatedBundleProperty,
} from './artifact-bundle.property.ts'
import { openBundle, readBundleFile } from './artifact-bundle.ts'
import { makeArchive, makeBundle, type FileToPack } from '#protocol/testing/make-bundle.ts'

const SCRIPT = { url: '~/main.js', text: 'boom()' }
const open = async (bytes: Uint8Array) => openBundle(bytesInMemory(bytes))
const manifest = (files: object): FileToPack => ({
  name: 'manifest.json',
  bytes: Buffer.from(JSON.stringify({ files })),
})
const refusal = async (bytes: Uint8Array) => {
  try {
    await open(bytes)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('was taken')
}
const listing = (name: string) => ({ [name]: { type: 'minified_source', url: '~/x.js' } })
const archiveOf = (...files: FileToPack[]) => makeArchive([...files, manifest(listing(files[0]!.name))])

describe('a bundle', () => {
  it('[SM13] is read behind its prefix, with offsets that count it', async () => {
    const bytes = makeBundle([SCRIPT], {
      release: 'shop@1.4.2',
      dist: 'web-7',
      project: 'web',
      debug_id: 'x',
    })
    expect(bytes.subarray(0, 4).toString()).toBe('SYSB')
    const bundle = await open(bytes)
    expect(bundle).toMatchObject({ release: 'shop@1.4.2', dist: 'web-7', project: 'web', bytes: 6 })
    expect(Buffer.from(await readBundleFile(bytesInMemory(bytes), bundle.files[0]!)).toString()).toBe(
      'boom()',
    )
  })

  it('[SM13] is read without the prefix too, and stored files like packed ones', async () => {
    const file = { name: '_/_/x.js', bytes: Buffer.from('boom()'), isStored: true }
    const bytes = makeArchive([manifest(listing(file.name)), file], new Uint8Array())
    const bundle = await open(bytes)
    expect(bundle.files).toMatchObject([{ file: { url: '~/x.js', kind: 'minified_source' } }])
    expect(Buffer.from(await readBundleFile(bytesInMemory(bytes), bundle.files[0]!)).toString()).toBe(
      'boom()',
    )
  })

  it('[SM13] says in its manifest which files it has, under header names of any case', async () => {
    const other = { name: 'files/_/_/not-listed.js', bytes: Buffer.from('x') }
    const files = [
      { ...SCRIPT, headers: { Sourcemap: 'main.js.map', 'Debug-Id': '3981BE2200004000800000000000000A' } },
      { url: '~/main.js.map', text: '{}', type: 'source_map', headers: { 'debug-id': 'nonsense' } },
      { url: '~/x.ram', text: '', type: 'indexed_ram_bundle' },
    ]
    const listed = Object.fromEntries(
      files.map(({ url, type = 'minified_source', headers }) => [url, { type, url, headers }]),
    )
    const packed = files.map(({ url, text }) => ({ name: url, bytes: Buffer.from(text) }))
    const bundle = await open(makeArchive([other, ...packed, manifest(listed)]))
    expect(bundle.files.map(({ file }) => file)).toEqual([
      {
        name: '~/main.js',
        kind: 'minified_source',
        url: '~/main.js',
        debugId: '3981be22-0000-4000-8000-00000000000a',
        sourceMap: 'main.js.map',
      },
      {
        name: '~/main.js.map',
        kind: 'source_map',
        url: '~/main.js.map',
        debugId: undefined,
        sourceMap: undefined,
      },
    ])
  })

  it.each([
    ['nothing', new Uint8Array(), /neither/],
    ['something else', Buffer.from('%PDF-1.7 and so on and so on'), /neither/],
    ['a cut bundle', makeBundle([SCRIPT]).subarray(0, -3), /no directory/],
    ['no manifest', makeArchive([{ name: 'x', bytes: Buffer.from('x') }]), /no manifest\.json/],
    ['a manifest of text', makeArchive([{ name: 'manifest.json', bytes: Buffer.from('hi') }]), /not JSON/],
    [
      'a manifest without files',
      makeArchive([{ name: 'manifest.json', bytes: Buffer.from('{}') }]),
      /no files/,
    ],
    ['a file that is not there', makeArchive([manifest(listing('gone.js'))]), /gone\.js, which is not there/],
    [
      'a manifest that is nested without end',
      makeArchive([{ name: 'manifest.json', bytes: Buffer.from('['.repeat(9_000) + ']'.repeat(9_000)) }]),
      /nested/,
    ],
    [
      'an encrypted file',
      archiveOf({ name: 'x', bytes: Buffer.from('x'), claims: { flags: 1 } }),
      /encrypted/,
    ],
    [
      'an unknown method',
      archiveOf({ name: 'x', bytes: Buffer.from('x'), claims: { method: 12 } }),
      /method 12/,
    ],
  ])('[SM13] is refused with a sentence where it is %s', async (_, bytes, message) => {
    expect(await refusal(bytes)).toMatch(message)
  })

  it('[SM13] whose file was changed on the way is refused when that file is read', async () => {
    const bytes = makeArchive([
      { name: 'x', bytes: Buffer.from('boom()'), isStored: true },
      manifest(listing('x')),
    ])
    bytes[bytes.indexOf('boom()')] = 0x62 + 1
    const bundle = await open(bytes)
    await expect(readBundleFile(bytesInMemory(bytes), bundle.files[0]!)).rejects.toThrow('x is damaged')
  })
})

describe('an archive that was made to do harm', () => {
  it('[SM14] is refused where a file would grow beyond all measure', async () => {
    const zeros = { name: 'x', bytes: Buffer.alloc(8 * 1024 * 1024) }
    expect(await refusal(archiveOf(zeros))).toMatch(/more than 250 times/)
    const large = { ...zeros, claims: { bytes: LIMITS.upload.fileBytes + 1 } }
    expect(await refusal(archiveOf(large))).toMatch(/134217729 bytes/)
  })

  it('[SM14] is stopped where a file grows beyond what the directory says', async () => {
    const file = { name: 'x', bytes: Buffer.alloc(100_000, 'abcdefgh'), claims: { bytes: 10 } }
    const bytes = archiveOf(file)
    const bundle = await open(bytes)
    await expect(readBundleFile(bytesInMemory(bytes), bundle.files[0]!)).rejects.toThrow('x is damaged')
  })

  it('[SM14] is refused where all files together are too large', async () => {
    const body = randomBytes(600_000)
    const count = Math.ceil(LIMITS.upload.unpackedBytes / LIMITS.upload.fileBytes) + 1
    const files = Array.from({ length: count }, (_, index) => ({
      name: `f${index}`,
      bytes: body,
      claims: { bytes: LIMITS.upload.fileBytes },
    }))
    expect(await refusal(archiveOf(...files))).toMatch(/bytes together/)
  })

  it('[SM14] is refused where it has more files than anybody needs', async () => {
    const files = Array.from({ length: LIMITS.upload.filesPerBundle + 1 }, (_, index) => ({
      name: String(index),
      bytes: new Uint8Array(),
      isStored: true,
    }))
    expect(await refusal(makeArchive(files))).toMatch(/20001 files/)
  })

  it('[SM14] is refused where files share their bytes', async () => {
    const first = { name: 'a', bytes: Buffer.from('some text') }
    expect(await refusal(archiveOf(first, { ...first, name: 'b', claims: { offset: 8 } }))).toMatch(
      /does not lie where it says/,
    )
  })

  it.each(['../x.js', 'a/../../x.js', '/etc/passwd', 'a\\..\\x.js', 'C:/x.js', 'a/./x', 'a\0b', 'x\ny'])(
    '[SM15] is refused where a file is named %j',
    async (name) => {
      expect(await refusal(archiveOf({ name, bytes: Buffer.from('x') }))).toMatch(/not the name of a file/)
    },
  )

  it('[SM15] is refused where the name of a file is longer than any address', async () => {
    const file = { name: 'n'.repeat(5_000), bytes: Buffer.from('x') }
    expect(await refusal(archiveOf(file))).toMatch(/not the name of a file/)
  })

  it('[SM15] is refused where two files have one name', async () => {
    const file = { name: 'x', bytes: Buffer.from('x') }
    expect(await refusal(archiveOf(file, file))).toMatch(/two files named x/)
  })

  it('[SM15] is refused where a file is called differently where it lies', async () => {
    const bytes = archiveOf({ name: 'x.js', bytes: Buffer.from('boom()') })
    bytes[bytes.indexOf('x.js')] = 0x79
    const bundle = await open(bytes)
    await expect(readBundleFile(bytesInMemory(bytes), bundle.files[0]!)).rejects.toThrow('where it says')
  })
})

describe('whatever comes', () => {
  it('[SM16] gives back what was packed', async () => {
    await fc.assert(bundleRoundTripProperty(), { numRuns: 300 })
  })

  it('[SM16] is read within the limits or refused, however a bundle is changed', async () => {
    await fc.assert(mutatedBundleProperty(), { numRuns: 1_000 })
  })

  it('[SM16] is read within the limits or refused, whatever an archive claims', async () => {
    await fc.assert(arbitraryArchiveProperty(), { numRuns: 1_000 })
  })
})
