import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { mapAdvice, type MapAdvice } from '#domain/source-maps/map-advice.ts'
import type { FrameMap } from '#domain/source-maps/mapped-frame.ts'
import type { Located, ScriptKey } from './locate-map.ts'
import { fileNameOf, uploadNames } from '#symbols/script-urls.ts'

/** Advice for a script without a source map. `uploaded`: files of its release, as far as they were read. */
export function explainMiss(key: ScriptKey, located: Located, uploaded: readonly ArtifactFile[]): FrameMap {
  const { looked } = located
  return key.debugId === undefined && key.release === undefined
    ? { state: 'no_debug_id', looked, ...mapAdvice({ code: 'inject_debug_ids' }) }
    : { state: 'no_file', looked, ...nearMiss(key, located, uploaded) }
}

function nearMiss(key: ScriptKey, { script }: Located, uploaded: readonly ArtifactFile[]): MapAdvice {
  if (script !== undefined) {
    const { url, sourceMap: file } = script
    return mapAdvice(file === undefined ? { code: 'build_with_maps' } : { code: 'upload_named_map', file }, {
      code: 'script_without_map',
      url,
    })
  }
  if (uploaded.length === 0) return nothingUploaded(key)
  const names = uploadNames(key.url)
  const sameName = uploaded.find(({ url }) => names.includes(url))
  if (sameName !== undefined && sameName.dist !== key.dist) {
    const { url, dist } = sameName
    return mapAdvice({ code: 'use_one_dist' }, { code: 'other_dist', url, uploaded: dist, sent: key.dist })
  }
  const file = fileNameOf(key.url)
  const sameFile = uploaded.find(({ url }) => fileNameOf(url) === file)
  if (sameFile !== undefined && key.debugId !== undefined) return otherBuild(sameFile)
  if (sameFile !== undefined) {
    const name = names[1] ?? key.url
    return mapAdvice({ code: 'use_url_prefix', name }, { code: 'same_file_name', url: sameFile.url })
  }
  const sibling = uploaded.find(({ url }) => stemOf(fileNameOf(url)) === stemOf(file))
  if (sibling !== undefined) return otherBuild(sibling)
  return mapAdvice({ code: 'upload_all_files', files: uploaded.length })
}

function nothingUploaded({ release, debugId }: ScriptKey): MapAdvice {
  return mapAdvice(
    debugId === undefined && release !== undefined
      ? { code: 'upload_release', release }
      : { code: 'upload_debug_id' },
  )
}

function otherBuild({ url, debugId }: ArtifactFile): MapAdvice {
  return mapAdvice({ code: 'upload_deployed_build' }, { code: 'other_build', url, debugId })
}

/** `main-SV73IL6M.js` and `main-BX3kD9aZ.js` are two builds of one file. */
function stemOf(file: string): string {
  return file.replace(/[-._~]\w{6,20}(?=\.[cm]?js(?:\.map)?$)/, '').replace(/\.map$/, '')
}
