import { LIMITS } from '#domain/limits.ts'
import type { RawItemRow, RawItemTelemetry } from '#stores/telemetry/telemetry.ts'
import { triedBy } from '#digest/kinds/kind.ts'
import type { Kinds } from '#digest/kinds/kind.ts'

export interface KeptWalkDeps {
  readonly kinds: Kinds
  readonly telemetry: Pick<RawItemTelemetry, 'rawItems' | 'rawItemCounts'>
  readonly projectIds: () => Promise<readonly string[]>
}

/** Items of one project and type, in the order in which they came. */
export interface KeptPage {
  readonly projectId: string
  readonly itemType: string
  /** Those that a kind can read and has not tried yet. */
  readonly rows: readonly RawItemRow[]
  /** How many come behind these. */
  readonly left: number
  /** There is no more of them. */
  readonly isLast: boolean
}

/** Every kept item of a type that some kind reads, a page at a time. */
export async function* walkKeptItems({
  kinds,
  telemetry,
  projectIds,
}: KeptWalkDeps): AsyncGenerator<KeptPage> {
  const itemTypes = kinds.all.flatMap((kind) => kind.itemTypes)
  for (const projectId of await projectIds()) {
    const counts = await telemetry.rawItemCounts(projectId, itemTypes)
    for (const [itemType, count] of counts) {
      const tried = triedBy(kinds.of(itemType)!)
      let left = count
      for (let after = -1, isLast = false; !isLast;) {
        const options = { itemType, after, limit: LIMITS.keptItems.batchItems }
        const page = withinBytes(await telemetry.rawItems(projectId, options))
        isLast = page.length === 0
        after = page.at(-1)?.seq ?? after
        left = Math.max(0, left - page.length)
        const rows = page.filter((row) => row.triedBy !== tried)
        yield { projectId, itemType, rows, left, isLast }
      }
    }
  }
}

/** At least one, however large it is. */
function withinBytes(rows: readonly RawItemRow[]): readonly RawItemRow[] {
  let bytes = 0
  const end = rows.findIndex(({ body }, index) => {
    bytes += body instanceof Uint8Array ? body.byteLength : LIMITS.keptItems.blobBytes
    return index > 0 && bytes > LIMITS.pipeline.batchBytes
  })
  return end === -1 ? rows : rows.slice(0, end)
}
