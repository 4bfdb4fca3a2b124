import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import type { SymbolStores } from './script-map.ts'

/** What was uploaded in between is opened by the other one, with the next question. */
export const NOTHING_UPLOADED: SymbolStores['artifacts'] = {
  byDebugIds: async () => [],
  byUrls: async () => [],
  ofRelease: async () => [],
  lastUpload: async () => undefined,
}

/** Without uploads there is nothing to open, so the answer is made here. */
export function whereUploaded(
  artifacts: Pick<ArtifactRecords, 'lastUpload'>,
  { here, elsewhere }: { readonly here: Symbolicator; readonly elsewhere: Symbolicator },
): Symbolicator {
  return {
    async symbolicate(ask) {
      const uploadedAt = await artifacts.lastUpload(ask.projectId)
      return (uploadedAt === undefined ? here : elsewhere).symbolicate(ask)
    },
  }
}
