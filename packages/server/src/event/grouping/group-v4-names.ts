import type { Frame } from '#domain/events/error-event.ts'

/*
 * FROZEN once released as a part of grouping version 4 (spec GR1). A change here splits existing issues; improvements
 * go into a new version.
 */

const SEGMENTS_COMPARED = 3
const LONGEST_NAME = 300
const LONGEST_LINE = 160

/** `charge in shop.payments`: what of a frame is the same after a deploy. Undefined: the frame says nothing. */
export function stablePlace(frame: Frame, platform: string): string | undefined {
  const sent = (frame.function ?? '').slice(0, LONGEST_NAME)
  const name = NAMES.get(platform)?.(sent) ?? sent
  const file = stableSource(frame)
  if (name === '' && file === '') return undefined
  return file === '' ? name : `${name === '' ? 'code' : name} in ${file}`
}

/** Compilers number what has no name of its own, and a deploy that adds another one counts anew. */
const NAMES: ReadonlyMap<string, (name: string) => string> = new Map([
  ['go', goName],
  // `lambda$charge$0`
  ['java', (name) => name.replace(/\$\d+/g, '$*')],
  // The hash of a symbol, and the number of a closure.
  ['rust', rustName],
  ['native', rustName],
  ['php', phpName],
  // A block, a rescue or an ensure of a method is the method.
  ['ruby', (name) => name.replace(/^(?:(?:block|rescue|ensure)(?: \(\d{1,3} levels\))? in )+/, '')],
])

function rustName(name: string): string {
  return name.replace(/::h[0-9a-f]{16}$/, '').replace(/\{closure#\d+\}|\{\{closure\}\}/g, '{closure}')
}

/** PHP 8.4 says `{closure:/srv/app/jobs.php:12}`, and an anonymous class has its file in its name. */
function phpName(name: string): string {
  const made = name.indexOf('@anonymous')
  if (made === -1) return name.replace(/\{closure:[^{}]*\}/g, '{closure}')
  const method = name.lastIndexOf('::')
  return `${name.slice(0, made)}@anonymous${method > made ? name.slice(method) : ''}`
}

/** A closure is called after the functions it was inlined into: `routes.signedIn.func1` and `signedIn.func2` are one. */
function goName(name: string): string {
  const parts = name.split('.')
  const numbered = parts.findLastIndex((part) => !/^(?:func|gowrap|deferwrap)?\d+$/.test(part))
  if (numbered === -1 || numbered === parts.length - 1) return name
  const receiver = parts[numbered - 1]?.startsWith('(') === true ? `${parts[numbered - 1]}.` : ''
  return `${receiver}${parts[numbered]}.func`
}

function stableSource({ module, filename, absPath }: Frame): string {
  if (module !== undefined && module !== '__main__') return stableModule(module)
  const path = (filename ?? absPath ?? '').slice(-LONGEST_NAME).replaceAll('\\', '/')
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  // `/srv/releases/20260401123000/app`: the folder of a deploy.
  return segments
    .slice(-SEGMENTS_COMPARED)
    .map((segment) => segment.replace(/\d{6,}|\b[0-9a-f]{7,40}\b/g, '*'))
    .join('/')
}

/** `Checkout$1`, `Checkout$$Lambda/0x00007f3a`, `Checkout$$SpringCGLIB$$0`: classes that are made while it runs. */
function stableModule(sent: string): string {
  const made = sent.indexOf('$$')
  const module = (made > 0 ? sent.slice(0, made) : sent).slice(0, LONGEST_NAME)
  return module.replace(/(\$(?:Proxy)?|Accessor)\d+/g, '$1*')
}

/** The source line, which moves with its function. */
export function stableLine({ contextLine }: Frame): string | undefined {
  const line = contextLine?.slice(0, LONGEST_LINE * 4).trim()
  return line === undefined || line === '' ? undefined : line.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE)
}
