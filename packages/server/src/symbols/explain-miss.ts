import type { ArtifactFile } from '#domain/artifact.ts'
import type { FrameMap } from '#domain/mapped-frame.ts'
import type { Located, ScriptKey } from './locate-map.ts'
import { fileNameOf, uploadNames } from './script-urls.ts'

/** What to tell about a script without a map. `uploaded`: files of its release, as far as they were read. */
export function explainMiss(key: ScriptKey, located: Located, uploaded: readonly ArtifactFile[]): FrameMap {
  const { looked } = located
  if (key.debugId === undefined && key.release === undefined) {
    return {
      state: 'no_debug_id',
      looked,
      nearest: undefined,
      fix: 'Inject debug ids when you build (the bundler plugin, or sentry-cli sourcemaps inject), or set a release.',
    }
  }
  const { nearest, fix } = nearMiss(key, located, uploaded)
  return { state: 'no_file', looked, nearest, fix }
}

interface Near {
  readonly nearest: string | undefined
  readonly fix: string
}

function nearMiss(key: ScriptKey, { script }: Located, uploaded: readonly ArtifactFile[]): Near {
  if (script !== undefined) {
    return {
      nearest: `${script.url} is there, but no map for it`,
      fix:
        script.sourceMap === undefined
          ? 'Build with source maps on, and upload the map with the script.'
          : `Upload ${script.sourceMap} too: the script names it.`,
    }
  }
  if (uploaded.length === 0) return nothingUploaded(key)
  const names = uploadNames(key.url)
  const sameName = uploaded.find(({ url }) => names.includes(url))
  if (sameName !== undefined && sameName.dist !== key.dist) {
    return {
      nearest: `${sameName.url} was uploaded ${distOf(sameName.dist)}, the event came ${distOf(key.dist)}`,
      fix: 'Use the same dist in the SDK and in the upload, or none in both.',
    }
  }
  const file = fileNameOf(key.url)
  const sameFile = uploaded.find(({ url }) => fileNameOf(url) === file)
  if (sameFile !== undefined && key.debugId !== undefined) return otherBuild(sameFile)
  if (sameFile !== undefined) {
    return {
      nearest: `${sameFile.url} has the same file name`,
      fix: `Upload with --url-prefix so that the file is called ${names[1]}.`,
    }
  }
  const sibling = uploaded.find(({ url }) => stemOf(fileNameOf(url)) === stemOf(file))
  if (sibling !== undefined) return otherBuild(sibling)
  return {
    nearest: undefined,
    fix: `The release has ${uploaded.length} uploaded files, but not this one: upload the whole output folder of this build.`,
  }
}

function nothingUploaded({ release, debugId }: ScriptKey): Near {
  const fix =
    debugId === undefined
      ? `Upload the maps of this build: sentry-cli sourcemaps upload --release ${release} <output folder>.`
      : 'Upload the maps of this build: the script carries a debug id, but nothing with that id has arrived.'
  return { nearest: undefined, fix }
}

function otherBuild({ url, debugId }: ArtifactFile): Near {
  return {
    nearest: `${url}${debugId === undefined ? '' : ` with debug id ${debugId}`}, of another build`,
    fix: 'Upload the maps of the very build that was deployed; a second build gives other files.',
  }
}

function distOf(dist: string | undefined): string {
  return dist === undefined ? 'without a dist' : `with dist “${dist}”`
}

/** `main-SV73IL6M.js` and `main-BX3kD9aZ.js` are two builds of one file. */
function stemOf(file: string): string {
  return file.replace(/[-._~]\w{6,20}(?=\.[cm]?js(?:\.map)?$)/, '').replace(/\.map$/, '')
}
