import type { Preferences } from '@hindcast/contract/people/preferences.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'

const HEIGHTS: Record<Preferences['density'], string> = {
  compact: 'h-9',
  default: 'h-11',
  comfortable: 'h-14',
}

const ROWS = [
  ['error', 'TypeError: Cannot read properties of undefined'],
  ['warning', 'ChunkLoadError: Loading chunk 12 failed'],
  ['info', 'Checkout fell back to the legacy form'],
] as const

/** Three rows as the lists will show them. */
export function DensityPreview({ density }: { readonly density: Preferences['density'] }) {
  return (
    <div aria-hidden="true" className="max-w-120 overflow-hidden rounded-panel border border-line bg-surface">
      {ROWS.map(([level, text]) => (
        <div
          key={level}
          className={`flex items-center gap-2 border-b border-line px-3 last:border-b-0 ${HEIGHTS[density]}`}
        >
          <LevelMark level={level} word={false} />
          <span className="truncate">{text}</span>
        </div>
      ))}
    </div>
  )
}
