import type { Frame } from '#domain/events/error-event.ts'
import { lastLineOf, withoutAlias, withoutEndings, withoutQuery } from '#domain/trim-end.ts'

/*
 * FROZEN as a part of grouping version 1 (spec GR1). A change here splits existing issues; improvements go into a
 * new version.
 */

/** The throwing function and its nearest callers; what lies further out is how it was reached, not what failed. */
const FRAMES_COMPARED = 4
const SEGMENTS_COMPARED = 3

const NO_FILE =
  /^(?:<.*>|native|eval code|\[native code\]|blob:.*|data:.*|about:.*|chrome-extension:.*|moz-extension:.*|)$/
/** Names made by the engine or the bundler. */
const NO_FUNCTION =
  /^(?:\?|<.*>|\(.*|\{.*\}|\.{0,2}\/.*|anonymous|eval|eval code|global code|module code|__webpack_\w+|webpackJsonp\w*|__turbopack\w*|sentryWrapped|)$/
const DEPENDENCY = /(?:^|[/\\])node_modules[/\\]|^node:/
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)(?:[?#]|$)/

/** The parts of a stack that take part in the fingerprint, newest first. Empty: the stack says too little. */
export function stackParts(frames: readonly Frame[]): readonly string[] {
  const parts = new Set<string>()
  const anonymous: Located[] = []
  for (const place of newestFirst(frames)) {
    if (place.name === '') {
      if (parts.size === 0) anonymous.push(place)
      continue
    }
    // An anonymous function belongs to the named one around it only when nothing but its like lies in between.
    if (parts.size === 0 && anonymous.some((one) => one.minified || one.file !== place.file)) return []
    parts.add(`${place.name} in ${place.file}`)
    if (parts.size === FRAMES_COMPARED) break
  }
  return [...parts]
}

/** The file of the throwing frame, where its name survives a deploy. */
export function throwingFile(frames: readonly Frame[]): string | undefined {
  for (const { file } of newestFirst(frames)) return file.includes('*') ? undefined : file
  return undefined
}

/** Frames of the application, or all of them where it has none. */
function* newestFirst(frames: readonly Frame[]): Generator<Located> {
  const anyOwn = frames.some(isOwn)
  for (let index = frames.length - 1; index >= 0; index--) {
    const frame = frames[index]!
    const place = anyOwn && !isOwn(frame) ? undefined : located(frame)
    if (place !== undefined) yield place
  }
}

function isOwn(frame: Frame): boolean {
  return frame.inApp && !DEPENDENCY.test(frame.absPath ?? frame.filename ?? '')
}

interface Located {
  readonly file: string
  /** Empty for a function without a name, or with one that the next build changes. */
  readonly name: string
  readonly minified: boolean
}

/** Undefined for functions of the platform itself, such as `JSON.parse (<anonymous>)`. */
function located(frame: Frame): Located | undefined {
  const path = frame.absPath ?? frame.filename
  const isScript = path !== undefined && (path.includes('://') || SCRIPT.test(lastLineOf(path)))
  const source = isScript ? path : (frame.module ?? path)
  if (source === undefined || NO_FILE.test(source)) return hasName(frame) ? undefined : NOWHERE
  const file = isScript ? stableFile(source) : stableSegment(source)
  const { name, minified } = stableFunction(frame.function, isScript, file.includes('*'))
  return { file, name, minified }
}

/** Evaluated code: part of the application, without a known place. */
const NOWHERE: Located = { file: '*', name: '', minified: true }

function hasName(frame: Frame): boolean {
  return !NO_FUNCTION.test(methodOf(frame.function ?? ''))
}

function stableFunction(
  sent: string | undefined,
  isScript: boolean,
  bundled: boolean,
): { readonly name: string; readonly minified: boolean } {
  if (sent === undefined || NO_FUNCTION.test(sent)) return { name: '', minified: false }
  const name = isScript ? methodOf(sent) : sent
  if (NO_FUNCTION.test(name)) return { name: '', minified: false }
  return isScript && isMinified(name, bundled) ? { name: '', minified: true } : { name, minified: false }
}

/**
 * What all browsers agree on: Chrome says `Cart.render [as onClick]` and `async render`, Firefox `async*render/<`,
 * both for the method `render`. Bundlers number functions of one name.
 */
function methodOf(sent: string): string {
  const called = withoutAlias(sent.replace(/^(?:async\*|async |new |get |set |static )+/, ''))
  const plain = withoutEndings(called, '/<')
  return plain.slice(Math.max(plain.lastIndexOf('.'), plain.lastIndexOf('/')) + 1).replace(/\$\d+$/, '')
}

/** Minifiers count through short names; three letters are a word only where nothing else was shortened. */
function isMinified(name: string, bundled: boolean): boolean {
  if (name.length <= 2) return true
  return name.length === 3 && (bundled || /[A-Z\d$_]/.test(name.slice(1)))
}

/** Stacks name the same few files over and over. */
const knownFiles = new Map<string, string>()
const KNOWN_FILES = 2000

function stableFile(path: string): string {
  const known = knownFiles.get(path)
  if (known !== undefined) return known
  if (knownFiles.size >= KNOWN_FILES) knownFiles.clear()
  const file = withoutDeploy(path)
  knownFiles.set(path, file)
  return file
}

/** The last segments of a path, without origin, query, build prefixes, hashes and versions. */
function withoutDeploy(path: string): string {
  const plain = withoutQuery(path)
  const scheme = plain.lastIndexOf('://')
  const local = scheme === -1 ? plain : plain.slice(scheme + 3).replace(/^[^/]*/, '')
  const dependency = local.lastIndexOf('node_modules/')
  const segments = (dependency === -1 ? local : local.slice(dependency + 13))
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => !BUILD_PREFIX.test(segment))
  return segments.slice(-SEGMENTS_COMPARED).map(stableSegment).join('/') || '/'
}

const BUILD_PREFIX =
  /^(?:|\.|\.\.|~|@fs|@id|[A-Za-z]:|\[project\]|\((?:rsc|ssr|app-pages-browser|action-browser|middleware|api|instrument|pages-dir-\w+|app-\w+)\))$/

/** `main-SV73IL6M.js`, `page-59220165c635ff34.js` and `315.js` keep what the next build keeps. */
function stableSegment(segment: string): string {
  return segment
    .replace(
      /(?<![A-Za-z\d])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![A-Za-z\d])/gi,
      '*',
    )
    .replace(/([-._~])([\w-]{8})(?=\.(?:chunk\.|min\.|_\.)?[cm]?js$)/, (whole, mark: string, token: string) =>
      isBuildToken(token) ? `${mark}*` : whole,
    )
    .replace(/(?<![A-Za-z\d])(?=[a-f]*\d)[0-9a-f]{6,64}(?![A-Za-z\d])/gi, '*')
    .replace(/(?<![A-Za-z\d])v?\d+(?:\.\d+)*(?![A-Za-z\d])/g, '*')
    .replace(/\*(?:[-._~]+\*)+/g, '*')
}

/** Eight characters as bundlers draw them, and words do not: capitals only, mixed cases, or several digits. */
function isBuildToken(token: string): boolean {
  if (/^[A-Z\d]{8}$/.test(token)) return true
  const digits = token.replace(/\D/g, '').length
  if (digits >= 2 || (digits === 1 && /[A-Z]/.test(token.slice(1)))) return true
  return /[a-z]/.test(token) && /[A-Z]/.test(token.slice(1)) && !/^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*$/.test(token)
}
