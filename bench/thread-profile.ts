import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly url: string }
  readonly children?: readonly number[]
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const SOURCES = '/packages/server/src/'
/** Folders that are told apart one level further down. */
const DEEPER = new Set(['stores', 'digest'])

/**
 * Where a thread of the server spent its processor time, by folder of the code that was running, in parts of one. What has
 * no file, as an engine or the JSON parser, counts for the code that called it; idle time does not count.
 */
export function sharesOf(profile: Profile): Readonly<Record<string, number>> {
  const folders = foldersOf(profile)
  const used = new Map<string, number>()
  for (const [at, node] of profile.samples.entries()) {
    const folder = folders.get(node)
    if (folder !== undefined) used.set(folder, (used.get(folder) ?? 0) + profile.timeDeltas[at]!)
  }
  const total = [...used.values()].reduce((sum, time) => sum + time, 0)
  const shares = [...used].map(([folder, time]) => [folder, time / total] as const)
  return Object.fromEntries(shares.sort(([, one], [, other]) => other - one))
}

/** The folder of each node of the tree of calls, from the top down. */
function foldersOf({ nodes }: Profile): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const folders = new Map<number, string>()
  const visit = (node: ProfileNode, inherited: string | undefined): void => {
    const own = folderOf(node.callFrame.url) ?? inherited
    if (own !== undefined) folders.set(node.id, own)
    for (const child of node.children ?? []) visit(byId.get(child)!, own)
  }
  visit(nodes[0]!, undefined)
  return folders
}

function folderOf(url: string): string | undefined {
  const at = url.indexOf(SOURCES)
  if (at < 0) return undefined
  const [first, second] = url.slice(at + SOURCES.length).split('/')
  return DEEPER.has(first!) && !second!.endsWith('.ts') ? `${first}/${second}` : first!
}

/** Of the profiles that a server left in a folder, the one of its digester. */
export function digesterProfile(folder: string): Profile {
  const profiles = readdirSync(folder)
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile)
  const found = profiles.find(({ nodes }) =>
    nodes.some(({ callFrame }) => callFrame.url.endsWith('/digester-worker.ts')),
  )
  if (found === undefined) throw new Error('the digester left no profile')
  return found
}
