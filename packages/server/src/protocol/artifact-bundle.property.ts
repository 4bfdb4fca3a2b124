import * as fc from 'fast-check'
import { AppError } from '#domain/app-error.ts'
import { bytesInMemory } from '#domain/byte-source.ts'
import { LIMITS } from '#domain/limits.ts'
import { openBundle, readBundleFile } from './artifact-bundle.ts'
import { makeArchive, makeBundle } from '#protocol/testing/make-bundle.ts'

/** Only tests import this file. Each function is one property; the caller decides how often it runs. */
const file = fc.record({
  url: fc.stringMatching(/^~\/[a-z]{1,8}(?:\/[a-z0-9[\]@?=.-]{1,8}x){0,3}$/),
  text: fc.string({ maxLength: 200 }),
  type: fc.constantFrom('minified_source', 'source_map', 'source'),
})
const files = fc.uniqueArray(file, { selector: ({ url }) => url, maxLength: 6 })

/** What was packed comes back, byte for byte. */
export function bundleRoundTripProperty(): fc.IAsyncProperty<[unknown]> {
  return fc.asyncProperty(files, async (packed) => {
    const source = bytesInMemory(makeBundle(packed))
    const bundle = await openBundle(source)
    if (bundle.files.length !== packed.length) throw new Error('files are missing')
    for (const [index, { url, text, type }] of packed.entries()) {
      const found = bundle.files[index]!
      const read = found.file
      const bytes = Buffer.from(await readBundleFile(source, found))
      if (read.url !== url || read.kind !== type || !bytes.equals(Buffer.from(text))) throw new Error(url)
    }
  })
}

const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  value: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 0x50, 0x7f, 0xff)),
  times: fc.integer({ min: 1, max: 4 }),
})

/** Whatever becomes of a bundle on its way, it is read within the limits or refused with a sentence. */
export function mutatedBundleProperty(): fc.IAsyncProperty<[unknown, unknown, unknown]> {
  const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
  return fc.asyncProperty(
    files,
    fc.array(mutation, { minLength: 1, maxLength: 6 }),
    cut,
    async (packed, mutations, cutAt) => {
      let bytes = makeBundle(packed)
      for (const { at, value, times } of mutations) {
        const from = Math.floor(at * bytes.byteLength)
        bytes.fill(value, from, Math.min(from + times, bytes.byteLength))
      }
      if (cutAt !== null) bytes = bytes.subarray(0, Math.floor(cutAt * bytes.byteLength))
      await readOrRefuse(bytes)
    },
  )
}

export function arbitraryArchiveProperty(): fc.IAsyncProperty<[unknown]> {
  const name = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('manifest.json', '../x', '/x', 'a\\b', 'x'),
  )
  const entry = fc.record({
    name,
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text)),
    ),
    isStored: fc.boolean(),
    claims: fc.record(
      { bytes: fc.nat(0xffff_ffff), offset: fc.nat(400), method: fc.nat(20), flags: fc.nat(0xffff) },
      { requiredKeys: [] },
    ),
  })
  return fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (entries) => {
    await readOrRefuse(makeArchive(entries))
  })
}

async function readOrRefuse(bytes: Uint8Array): Promise<void> {
  const source = bytesInMemory(bytes)
  try {
    const bundle = await openBundle(source)
    if (bundle.bytes > LIMITS.upload.unpackedBytes) throw new Error('a bomb')
    for (const file of bundle.files) {
      const read = await readBundleFile(source, file)
      if (read.byteLength > LIMITS.upload.fileBytes) throw new Error('a bomb')
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
  }
}
