import { Plural } from '@lingui/react/macro'
import { useSelector } from '@tanstack/react-store'
import { Kbd } from '#ui/base/kbd.tsx'
import { arrivals } from './stream-live.ts'

/** New issues wait here, because inserting a row under the cursor would redirect a key press to the wrong issue. */
export function ArrivalsPill({ onLoad }: { readonly onLoad: () => void }) {
  const count = useSelector(arrivals).size
  return (
    <span role="status">
      {count > 0 && (
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1.5 rounded-full bg-accent px-2.5 text-meta font-strong text-on-accent hover:bg-accent-hover"
          onClick={onLoad}
        >
          <Plural value={count} one="# new" other="# new" />
          <span className="max-pane:hidden" aria-hidden="true">
            <Kbd keys="." />
          </span>
        </button>
      )}
    </span>
  )
}
