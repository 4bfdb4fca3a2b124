import type { MappedFrame, OriginalFrame } from '#domain/source-maps/mapped-frame.ts'
import { withoutAlias, withoutEndings } from '#domain/trim-end.ts'

/*
 * FROZEN once released as a part of grouping version 2 (spec GR1). A change here splits existing issues; improvements
 * go into a new version.
 */

const FRAMES_COMPARED = 4
/** What lies above differs from bundler to bundler: one counts from the repository, the next from the package. */
const SEGMENTS_COMPARED = 2
const MOST_SEGMENTS = 5
const LONGEST_LINE = 120

/**
 * The parts of a mapped stack that take part in the fingerprint, newest first. What was not mapped takes no part: it
 * would be called differently once it is. Empty: nothing was.
 */
export function mappedParts(mapped: readonly MappedFrame[]): readonly string[] {
  const originals = mapped.map(({ original }) => original).filter((original) => original !== undefined)
  const anyOwn = originals.some(({ inApp }) => inApp)
  const parts = new Set<string>()
  for (const original of originals.toReversed()) {
    if (anyOwn && !original.inApp) continue
    parts.add(originalPart(original))
    if (parts.size === FRAMES_COMPARED) break
  }
  return [...parts]
}

function originalPart(original: OriginalFrame): string {
  const file = stablePath(original.filename)
  const name = methodOf(original.function ?? '')
  if (name !== '') return `${name} in ${file}`
  // Without a name the source line distinguishes functions, and it moves with the function.
  const line = (original.contextLine ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE)
  return line === '' ? `a function in ${file}` : `“${line}” in ${file}`
}

/** `new Cart`, `Cart.render.<anonymous>` and `async render` are `Cart` and twice `render`. */
function methodOf(name: string): string {
  const called = withoutAlias(name.replace(/^(?:async |new |get |set |static )+/, ''))
  const plain = withoutEndings(called, '<anonymous>', '.')
  return plain.slice(plain.lastIndexOf('.') + 1)
}

/** Every route has a file of this name and every package a folder; routes with parameters are called alike too. */
const UNTELLING =
  /^(?:\+?(?:page|layout|route|loading|error|template|default|not-found|server|index)(?:\.\w+)*|src|lib|\[.*\]|\(.*\))$/

function stablePath(filename: string): string {
  const dependency = filename.lastIndexOf('node_modules/')
  const local = dependency === -1 ? filename : filename.slice(dependency + 13)
  const segments = local.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  let compared = SEGMENTS_COMPARED
  if (UNTELLING.test(segments.at(-1) ?? '')) {
    while (compared < MOST_SEGMENTS && UNTELLING.test(segments.at(-compared) ?? '')) compared += 1
  }
  return segments.slice(-compared).join('/')
}
