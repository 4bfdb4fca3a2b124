import { strToU8, zipSync, type Zippable } from 'fflate'

/** A file of a build, with what the manifest says about it. */
export interface FileToUpload {
  /** With `~` for any origin: `~/assets/app.js`. */
  readonly url: string
  readonly kind: 'minified_source' | 'source_map'
  readonly text: string
  readonly debugId?: string | undefined
  /** Of a script: the address of its map, relative to its own. */
  readonly sourceMap?: string | undefined
}

/** The earliest that an archive can hold. The same build has to be the same bytes: a server has them already then. */
const MODIFIED = new Date(1980, 0, 1)

/** The archive that Sentry's tools upload after a build. */
export function encodeBundle(release: string, files: readonly FileToUpload[]): Uint8Array {
  const archive: Zippable = {}
  const listed: Record<string, object> = {}
  for (const { url, kind, text, debugId, sourceMap } of files) {
    const name = `files/_/_/${url.replace(/^~\//, '')}`
    const headers = {
      ...(debugId !== undefined && { 'debug-id': debugId }),
      ...(sourceMap !== undefined && { sourcemap: sourceMap }),
    }
    archive[name] = strToU8(text)
    listed[name] = { type: kind, url, headers }
  }
  archive['manifest.json'] = strToU8(JSON.stringify({ release, files: listed }))
  return zipSync(archive, { mtime: MODIFIED })
}
