import { useLingui } from '@lingui/react/macro'
import { hasPermission } from '#product/session/permissions.ts'
import { usePreferences } from '#product/session/preferences.ts'
import { Kbd } from '#ui/base/kbd.tsx'

/** The keys worth learning first; all of them are under `?`. */
export function KeyHints() {
  const { t } = useLingui()
  const { singleKeys } = usePreferences()
  if (!singleKeys) return null
  const hints = [
    ['j k', t`move`],
    ['Space', t`peek`],
    ['x', t`select`],
    ['e', t`resolve`],
    ['h', t`ignore`],
    ['a', t`assign`],
    ['$mod+z', t`undo`],
  ] as const
  return (
    <footer
      className="hidden gap-4 overflow-hidden border-t border-line bg-canvas px-(--gutter) py-1 text-meta whitespace-nowrap text-subtle desk:flex pointer-coarse:hidden"
      aria-hidden="true"
    >
      {/* Viewers can only move and peek. */}
      {hints.slice(0, hasPermission('event:write') ? 7 : 2).map(([keys, word]) => (
        <span key={keys} className="inline-flex items-center gap-1.5">
          <Kbd keys={keys} />
          {word}
        </span>
      ))}
    </footer>
  )
}
