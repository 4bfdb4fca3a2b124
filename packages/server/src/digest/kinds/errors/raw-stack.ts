import type { Json, JsonObject } from '#domain/json.ts'
import { isObject } from '#domain/json.ts'
import { list, objectOr, text } from '#event/read.ts'

/** What the SDK for Next.js writes instead of the folder of the build. */
const BUILD = 'app:///_next/'
/** Where V8 ends the stack that runs: what called it stands behind it, as `async`. */
const END_OF_RUN = 'process.processTicksAndRejections'
/** What V8 writes instead of a place: `Array.map (<anonymous>)`, `Promise.all (index 0)`. */
const UNPLACED = /^(?:<anonymous>|index \d+)$/
const MODULES = '/node_modules/'
/** More than any runtime writes by default, and few enough to be put together ten times. */
const MOST_FRAMES = 200
/** The same of the text: it is hashed up to ten times, and messages and names come from outside. */
const MOST_CHARS = 65_536

interface Place {
  readonly file: string
  /** With the colon before it; empty for what is built into V8. */
  readonly position: string
  readonly name: string | undefined
}

/**
 * The stack of an exception as V8 wrote it, from the frames that the SDK made of it. Two things are lost on the way: the
 * folder of the build, which has to be given, and `async`. Where several frames can be the first with it, there are as many
 * stacks, ten at most; the one with the fewest is first. None where a frame does not say where it is.
 */
export function rawStacksOf(exception: JsonObject, buildFolder: string): readonly string[] {
  const type = text(exception['type'])
  const value = text(exception['value'])
  const places = placesOf(exception).filter((place) => place !== undefined)
  const isWhole = places.length > 0 && places.length === framesOf(exception).length
  if (places.length > MOST_FRAMES) return []
  if (!isWhole || type === undefined || value === undefined) return []
  const lineOf = ({ file, position, name }: Place, asynchronous: string) => {
    const at = `${file.startsWith(BUILD) ? buildFolder + file.slice(BUILD.length) : file}${position}`
    return name === undefined ? `    at ${asynchronous}${at}` : `    at ${asynchronous}${name} (${at})`
  }
  const stackFrom = (first: number) =>
    [`${type}: ${value}`, ...places.map((place, at) => lineOf(place, at < first ? '' : 'async '))].join('\n')
  const [shortest, ...others] = firstAsynchronous(places)
  if (shortest === undefined) return []
  const stack = stackFrom(shortest)
  return stack.length > MOST_CHARS ? [] : [stack, ...others.map(stackFrom)]
}

/** In most stacks that wait, few functions ran. */
const MOST_STACKS = 10

/** Each place that can be the first behind what ran: the caller of a function that waited. */
function firstAsynchronous(places: readonly Place[]): readonly number[] {
  const end = places.findIndex(({ name }) => name === END_OF_RUN)
  if (end !== -1) return [end + 1]
  const surely = places.findIndex(({ file }) => file.startsWith('index '))
  const ran = places.findLastIndex(isSynchronous)
  const from = Math.max(ran, 0) + 1
  const last = surely === -1 ? places.length : surely
  const others = Array.from({ length: Math.max(0, last - from) }, (_, at) => from + at)
  return (last < from ? [] : [last, ...others]).slice(0, MOST_STACKS)
}

/** Functions of Node.js and V8 that call others before they return. */
function isSynchronous({ file, name }: Place): boolean {
  return file === '<anonymous>' || name?.startsWith('new ') === true || name === 'AsyncLocalStorage.run'
}

/** The folder that a logged stack of this exception shows; undefined where it is not the stack of its frames. */
export function buildFolderIn(exception: JsonObject, stack: string): string | undefined {
  const inBuild = placesOf(exception).find((place) => place?.file.startsWith(BUILD) === true)
  if (inBuild === undefined) return undefined
  const path = `${inBuild.file.slice(BUILD.length)}${inBuild.position}`
  const end = stack.indexOf(`/${path}`) + 1
  const line = stack.slice(0, end)
  const folder = line.slice(Math.max(line.lastIndexOf('('), line.lastIndexOf(' ')) + 1)
  return folder !== '' && rawStacksOf(exception, folder).includes(stack) ? folder : undefined
}

/** Where the build of an app is by default, beside the packages that it runs with. */
export function usualBuildFolder(exception: JsonObject): string | undefined {
  for (const place of placesOf(exception)) {
    const at = place?.file.indexOf(MODULES) ?? -1
    if (at > 0 && place!.file.includes('/next/dist/', at)) return `${place!.file.slice(0, at)}/.next/`
  }
  return undefined
}

/** The innermost first. */
function placesOf(exception: JsonObject): ReadonlyArray<Place | undefined> {
  return framesOf(exception).map(placeOf).toReversed()
}

const framesOf = (exception: JsonObject) => list(objectOr(exception['stacktrace'])['frames'])

function placeOf(frame: Json): Place | undefined {
  if (!isObject(frame)) return undefined
  const { lineno, colno } = frame
  const file = text(frame['filename'])
  const name = text(frame['function'])
  if (file === undefined) return undefined
  const isPlaced = typeof lineno === 'number' && typeof colno === 'number'
  if (!isPlaced && !UNPLACED.test(file)) return undefined
  return { file, position: isPlaced ? `:${lineno}:${colno}` : '', name: name === '?' ? undefined : name }
}
