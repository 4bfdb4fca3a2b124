import type { Adoption as AdoptionView } from '@hindcast/contract/releases/releases.ts'
import { useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { partText } from './proportions.ts'

/** Which part of the last day's sessions, as a bar, a number and a word. */
export function Adoption({ of: { sessions, stage } }: { readonly of: AdoptionView }) {
  return (
    <span className="grid gap-1">
      <span className="flex items-baseline gap-2 whitespace-nowrap">
        <span className="font-strong tabular-nums">
          {sessions === null ? '–' : partText(sessions, locale)}
        </span>
        <span className="text-meta text-muted">
          <Stage stage={stage} />
        </span>
      </span>
      <span className="block h-1.5 w-full overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${(sessions ?? 0) * 100}%` }}
        />
      </span>
    </span>
  )
}

function Stage({ stage }: Pick<AdoptionView, 'stage'>) {
  const { t } = useLingui()
  const words = { adopted: t`adopted`, low: t`few sessions`, replaced: t`replaced`, unseen: t`no sessions` }
  return <>{words[stage]}</>
}
