const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
const SCRIPT = /^(?:[a-z][a-z0-9+.-]*:\/\/|[A-Za-z]:[\\/]|\/)/i
const NO_SCRIPT =
  /^(?:node:|blob:|data:|about:|native|\[native code\]|<|(?:chrome|moz|safari-web|webkit-masked-url|ms-browser)-?extension:|webkit-masked-url:)/i

const NEXT_BUILD = '/.next/'

/** Whether a frame's file could have been built: not the platform's own, evaluated or an extension's. */
export function isScript(file: string | undefined): file is string {
  return file !== undefined && !NO_SCRIPT.test(file) && SCRIPT.test(file)
}

/** Without query and fragment. */
export function plainUrl(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** The names under which a script may have been uploaded, the most precise first. */
export function uploadNames(url: string): readonly string[] {
  const plain = plainUrl(url).replaceAll('\\', '/')
  const origin = ORIGIN.exec(plain)?.[0]
  const path = origin === undefined ? plain.replace(/^[A-Za-z]:/, '') : plain.slice(origin.length)
  const anywhere = `~${path.startsWith('/') ? path : `/${path}`}`
  return [...new Set([plain, anywhere, decodedPath(anywhere), servedByNext(anywhere)])]
}

/** A server of Next.js names the files of its build where they are on its disk, unless the SDK was told where that is. */
function servedByNext(path: string): string {
  const build = path.lastIndexOf(NEXT_BUILD)
  return build === -1 ? path : `~/_next/${path.slice(build + NEXT_BUILD.length)}`
}

/** `~/js/app.js` and `maps/app.js.map` give `~/js/maps/app.js.map`; undefined for a map inside the script. */
export function mapNameOf(script: string, reference: string): string | undefined {
  if (/^data:/i.test(reference)) return undefined
  const plain = plainUrl(reference)
  if (ORIGIN.test(plain) || plain.startsWith('~/')) return plain
  const origin = script.startsWith('~') ? '~' : (ORIGIN.exec(script)?.[0] ?? '')
  const place = script.slice(origin.length)
  const folder = place.slice(0, place.lastIndexOf('/') + 1)
  const path = plain.startsWith('/') ? plain : `${folder}${plain}`
  return `${origin}${withoutDots(path)}`
}

export function fileNameOf(url: string): string {
  const plain = plainUrl(url)
  return plain.slice(plain.lastIndexOf('/') + 1)
}

function withoutDots(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.length > 1) segments.pop()
    } else if (segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
