const NAME = 'sourceMappingURL='
/** What stands in front of it: `//# ` or the older `//@ `, also after code on the same line. */
const BEFORE = /\/\/[#@][ \t]*$/

/** What a script says about where its map is, in its last comment; it can be a `data:` address of megabytes. */
export function mapReferenceIn(script: Buffer): string | undefined {
  const at = script.lastIndexOf(NAME)
  if (at === -1) return undefined
  if (!BEFORE.test(script.subarray(Math.max(0, at - 20), at).toString('latin1'))) return undefined
  const start = at + NAME.length
  const end = script.indexOf('\n', start)
  const rest = script.subarray(start, end === -1 ? undefined : end).toString('utf8')
  const [reference = ''] = rest.split(/[\s'"]/, 1)
  return reference === '' ? undefined : reference
}

/** The bytes of a `data:` address; undefined for one that cannot be read. */
export function inlineBytes(reference: string): Buffer | undefined {
  const comma = reference.indexOf(',')
  if (!/^data:/i.test(reference) || comma === -1) return undefined
  const content = reference.slice(comma + 1)
  if (/;base64$/i.test(reference.slice(0, comma))) return Buffer.from(content, 'base64')
  try {
    return Buffer.from(decodeURIComponent(content))
  } catch {
    return undefined
  }
}
