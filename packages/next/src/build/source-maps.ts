import { readdir } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import type { BuildFolder } from './build-folder.ts'

/** Folders of a build with scripts that a page or a server runs. */
const SCRIPTS = ['static', 'server']

/** Names of all files of scripts and maps, below the folder of the build: `static/chunks/main.js.map`. */
export async function listScripts({ path }: BuildFolder): Promise<readonly string[]> {
  const found = await Promise.all(
    SCRIPTS.map(async (folder) => {
      const files = await readdir(join(path, folder), { recursive: true }).catch(() => [])
      return files.filter(isScriptOrMap).map((file) => `${folder}/${file.replaceAll(sep, '/')}`)
    }),
  )
  return found.flat().sort()
}

const isScriptOrMap = (name: string): boolean => /\.[cm]?js(?:\.map)?$/.test(name)
export const isMap = (name: string): boolean => name.endsWith('.map')

/** The map that a script names, whose own name Turbopack chooses; where it names none, the one that stands beside it. */
export function mapNameOf(script: string, code: string): string | undefined {
  const named = /^\/\/# sourceMappingURL=(\S+)$/m.exec(
    code.slice(code.lastIndexOf('//# sourceMappingURL=')),
  )?.[1]
  if (named === undefined) return `${script}.map`
  if (named.includes(':')) return undefined
  return posix.join(posix.dirname(script), decoded(named))
}

function decoded(name: string): string {
  try {
    return decodeURI(name)
  } catch {
    return name
  }
}
