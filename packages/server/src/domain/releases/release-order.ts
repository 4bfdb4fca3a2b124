export interface SeenRelease {
  readonly version: string
  readonly firstSeen: number
}

export interface ParsedRelease {
  readonly package: string | undefined
  readonly kind: 'semver' | 'date' | 'opaque'
  readonly numbers: readonly number[]
  readonly pre: readonly string[]
  readonly build: string | undefined
}

// 15 digits: a longer run of digits is no longer exact as a number.
const semver = /^v?(\d{1,15}(?:\.\d{1,15}){1,3})(?:-([\w.-]+))?(?:\+(.+))?$/i
const dashedDate = /^v?(\d{4})([.\-_/])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/i
const plainDate = /^v?(\d{4})(\d{2})(\d{2})(\d{4}|\d{6})?(?!\d)(.*)$/i

const opaque: Omit<ParsedRelease, 'package'> = { kind: 'opaque', numbers: [], pre: [], build: undefined }

const isDay = (year: number, month: number, day: number): boolean =>
  year >= 1990 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 31

// Only figures that stand alone count: the digits inside `-g3f2a1` say nothing about time.
const sequel = (rest: string): readonly number[] =>
  /^(?:[.\-_+tT]\d{1,15})+$/.test(rest) ? (rest.match(/\d+/g) ?? []).map(Number) : []

function readDate(text: string): Omit<ParsedRelease, 'package'> | undefined {
  const dashed = dashedDate.exec(text)
  const plain = dashed === null ? plainDate.exec(text) : null
  const [, year, month, day] = plain ?? (dashed === null ? [] : [dashed[0], dashed[1], dashed[3], dashed[4]])
  const days = [Number(year), Number(month), Number(day)] as const
  if (!isDay(...days)) return undefined
  const clock = plain?.[4] === undefined ? [] : [Number(plain[4].padEnd(6, '0'))]
  const rest = (plain ?? dashed)?.[5] ?? ''
  return { kind: 'date', numbers: [...days, ...clock, ...sequel(rest)], pre: [], build: undefined }
}

function readVersion(text: string): Omit<ParsedRelease, 'package'> {
  const date = readDate(text)
  if (date !== undefined) return date
  const match = semver.exec(text)
  if (match?.[1] === undefined) return opaque
  const numbers = match[1].split('.').map(Number)
  return { kind: 'semver', numbers, pre: match[2]?.split('.') ?? [], build: match[3] }
}

export function parseRelease(version: string): ParsedRelease {
  const at = version.lastIndexOf('@')
  const read = readVersion(version.slice(at + 1))
  return read.kind === 'opaque' || at < 1
    ? { package: undefined, ...read }
    : { package: version.slice(0, at), ...read }
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
const figure = /^\d{1,15}$/

function comparePart(a: string, b: string): number {
  if (figure.test(a) && figure.test(b)) return Number(a) - Number(b)
  if (figure.test(a) !== figure.test(b)) return figure.test(a) ? -1 : 1
  return compareTexts(a, b)
}

function comparePre(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = comparePart(a[i] ?? '', b[i] ?? '')
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

// No build, then numbered builds, then hashes: the three never mix, or 1.0+5, 1.0+abc and 1.0+3 would go in a circle.
const buildNumber = (build: string | undefined): number =>
  build === undefined ? -1 : figure.test(build) ? Number(build) : Number.POSITIVE_INFINITY

function compareSight(a: SeenRelease, b: SeenRelease): number {
  return a.firstSeen - b.firstSeen || compareTexts(a.version, b.version)
}

// Infinity - Infinity is NaN, which `||` skips as it skips 0.
const compareNumbered = (a: ParsedRelease, b: ParsedRelease): number =>
  compareNumbers(a.numbers, b.numbers) ||
  comparePre(a.pre, b.pre) ||
  buildNumber(a.build) - buildNumber(b.build) ||
  0

const sameScheme = (a: ParsedRelease, b: ParsedRelease): boolean =>
  a.kind !== 'opaque' && b.kind !== 'opaque' && a.package === b.package

/**
 * Versions that count are compared by what they count, everything else by first sight. Across two schemes
 * (two packages, or a hash against a number) this can go in a circle: sort lists with `orderReleases`.
 */
export function compareReleases(a: SeenRelease, b: SeenRelease): number {
  const left = parseRelease(a.version)
  const right = parseRelease(b.version)
  return (sameScheme(left, right) && compareNumbered(left, right)) || compareSight(a, b)
}

const schemeOf = (parsed: ParsedRelease): string =>
  parsed.kind === 'opaque' ? 'opaque' : `numbered ${parsed.package ?? ''}`

/** Oldest first. Each scheme keeps its own order; schemes are woven together by first sight. */
export function orderReleases<T extends SeenRelease>(releases: readonly T[]): readonly T[] {
  const schemes = new Map<string, T[]>()
  for (const release of releases) {
    const scheme = schemeOf(parseRelease(release.version))
    schemes.set(scheme, [...(schemes.get(scheme) ?? []), release])
  }
  return weave([...schemes.values()].map((chain) => chain.toSorted(compareReleases)))
}

function weave<T extends SeenRelease>(chains: readonly T[][]): readonly T[] {
  const waiting = chains.map((chain) => chain.toReversed())
  const woven: T[] = []
  for (;;) {
    const open = waiting.filter((chain) => chain.length > 0)
    const next = open.toSorted((a, b) => compareSight(a.at(-1)!, b.at(-1)!))[0]?.pop()
    if (next === undefined) return woven
    woven.push(next)
  }
}

export type ReleaseSide = '<' | '<=' | '>' | '>='

const STANDS: Readonly<Record<ReleaseSide, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/** The versions on a side of another one. Undefined: there are releases, and none can be compared with it. */
export type ReleasesBeside = (side: ReleaseSide, version: string) => readonly string[] | undefined

/**
 * A version that counts is compared with those of its own scheme, whether or not it was ever seen; every other one by
 * first sight with all of them.
 */
export function releasesBeside(known: readonly SeenRelease[]): ReleasesBeside {
  const read = known.map((seen) => ({ seen, parsed: parseRelease(seen.version) }))
  return (side, version) => {
    const bound = parseRelease(version)
    const own = known.find((one) => one.version === version)
    const bySight = (one: SeenRelease) => (own === undefined ? 0 : compareSight(one, own))
    const compared =
      bound.kind === 'opaque'
        ? read.map(({ seen }) => ({ seen, order: bySight(seen) }))
        : read
            .filter(({ parsed }) => sameScheme(parsed, bound))
            .map(({ seen, parsed }) => ({ seen, order: compareNumbered(parsed, bound) || bySight(seen) }))
    const isTold = bound.kind === 'opaque' ? own !== undefined : compared.length > 0
    if (!isTold) return known.length === 0 ? [] : undefined
    return compared.filter(({ order }) => STANDS[side](order)).map(({ seen }) => seen.version)
  }
}
