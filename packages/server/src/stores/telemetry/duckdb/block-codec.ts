import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import type { RawItemRow } from '#stores/telemetry/telemetry.ts'

/** The files have no checksums, so a flipped bit would be returned as data. */
const optionsOf = (level: number) => ({
  params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
})
/** Lines are so much alike that level 3 saves nothing and takes half as long again. */
export const LINES = optionsOf(1)
/** A sixth less than level 1 in four times the time. Level 12 saves another hundredth and takes four times as long again. */
export const COMPACT_LINES = optionsOf(10)
const RAW_ITEMS = optionsOf(3)

/** JSON never holds a bare line break, so a document can be found without parsing its neighbours. */
export function encodeLines(lines: readonly string[]): Uint8Array {
  return zstdCompressSync(lines.join('\n'), LINES)
}

export function decodeLines(data: Uint8Array): readonly string[] {
  return zstdDecompressSync(data).toString('utf8').split('\n')
}

interface RawMeta extends Omit<RawItemRow, 'body'> {
  readonly blob?: string
  readonly bytes: number
}

/** A line of JSON that describes the items, then their bodies end to end. */
export function encodeRawItems(items: readonly RawItemRow[]): Uint8Array {
  const bodies = items.map(({ body }) => ('blob' in body ? new Uint8Array() : body))
  const metas = items.map(({ body, ...rest }, index): RawMeta => {
    const bytes = bodies[index]!.byteLength
    return 'blob' in body ? { ...rest, blob: body.blob, bytes } : { ...rest, bytes }
  })
  return zstdCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(metas)}\n`), ...bodies]), RAW_ITEMS)
}

export function decodeRawItems(data: Uint8Array): readonly RawItemRow[] {
  const bytes = zstdDecompressSync(data)
  const end = bytes.indexOf(0x0a)
  const metas = JSON.parse(bytes.toString('utf8', 0, end)) as readonly RawMeta[]
  let offset = end + 1
  return metas.map(({ blob, bytes: length, ...rest }) => {
    const start = offset
    offset += length
    const body = blob === undefined ? new Uint8Array(bytes.subarray(start, offset)) : { blob }
    return Object.assign(rest, { body })
  })
}
