import type { ReleaseVerdict } from '@hindcast/contract/releases/releases.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '#ui/data/badge.tsx'
import { Icon, type IconName } from '#ui/base/icon.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { verdictWords, type Call } from './verdict-words.ts'

const LOOKS: Record<Call, readonly [tone: Tone, icon: IconName]> = {
  worse: ['error', 'issues'],
  look: ['warning', 'search'],
  better: ['success', 'check'],
  same: ['success', 'check'],
  first: ['info', 'dot'],
  too_little: ['plain', 'dot'],
}

interface Props {
  readonly verdict: ReleaseVerdict
  readonly choice: ReactNode
}

/** The summary line. */
export function VerdictCard({ verdict, choice }: Props) {
  const [tone, icon] = LOOKS[verdict.call]
  const { release, call } = verdict
  return (
    <section className="grid grid-cols-1 gap-2 rounded-panel border border-line bg-surface px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>
          <Icon name={icon} size={12} />
          <CallWord call={call} />
        </Badge>
        <span className="text-muted">
          {release.firstEvent === null ? (
            <Trans>Created, no data yet</Trans>
          ) : (
            <Trans>
              first seen <Timestamp at={release.firstEvent} />
            </Trans>
          )}
        </span>
        <span className="flex-1" />
        {choice}
      </div>
      <h2 className="text-section font-bold text-balance break-words pane:text-page">
        {verdictWords(verdict)}
      </h2>
    </section>
  )
}

function CallWord({ call }: { readonly call: Call }) {
  const { t } = useLingui()
  const words: Record<Call, string> = {
    worse: t`Worse than before`,
    look: t`Worth a look`,
    better: t`Better than before`,
    same: t`Same as before`,
    first: t`The first release`,
    too_little: t`Too early to say`,
  }
  return <>{words[call]}</>
}
