import type { Compared, ReleaseVerdict, VerdictSide } from '@hindcast/contract/releases/releases.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { rateText } from './proportions.ts'
import { Count } from '#ui/data/count.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Nothing, Share } from './release-table.tsx'

/** The numbers behind the line, side by side. */
export function BeforeAfter({ verdict }: { readonly verdict: ReleaseVerdict }) {
  const { t } = useLingui()
  const { release, against, errors, per } = verdict
  return (
    <Panel title={<Trans>Before and after</Trans>}>
      <table aria-label={t`Before and after`} className="w-full border-collapse wrap-normal">
        <thead className="border-b border-line text-meta text-subtle">
          <tr>
            <th className="px-2 py-1.5 text-start font-normal phone:px-3">
              <span className="sr-only">{t`What`}</span>
            </th>
            <Version of={against} none={t`Before`} />
            <Version of={release} none={t`After`} />
            <th className="px-2 py-1.5 text-start font-normal whitespace-nowrap phone:px-3">{t`Change`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          <Line name={t`Crash-free sessions`} compared={verdict.crashFreeSessions} show={showShare} />
          <Line name={t`Crash-free users`} compared={verdict.crashFreeUsers} show={showShare} />
          <Line
            name={per === 'sessions' ? t`Errors per 1,000 sessions` : t`Errors per hour`}
            compared={errors}
            show={(rate) => (rate === null ? <Nothing /> : rateText(rate, locale))}
          />
          <Amounts name={t`Sessions`} sides={[against, release]} of={({ health }) => health.sessions} />
          <Amounts name={t`Users`} sides={[against, release]} of={({ health }) => health.users} />
          <Amounts name={t`Errors`} sides={[against, release]} of={({ events }) => events} />
        </tbody>
      </table>
      {release.health.sessions === 0 && (
        <p className="border-t border-line px-3 py-2 text-muted">
          <Trans>
            No sessions have been reported for this release. SDKs send sessions automatically once a release
            is set, unless turned off.
          </Trans>
        </p>
      )}
    </Panel>
  )
}

const showShare = (share: number | null): ReactNode => <Share of={share} />

function Version({ of, none }: { readonly of: VerdictSide | null; readonly none: string }) {
  return (
    <th className="min-w-22 px-2 py-1.5 text-end font-normal phone:px-3">
      <span className="break-all">{of?.version ?? none}</span>
    </th>
  )
}

interface LineProps {
  readonly name: string
  readonly compared: Compared
  readonly show: (value: number | null) => ReactNode
}

const NUMBER = 'px-2 py-1.5 text-end whitespace-nowrap tabular-nums phone:px-3'

function Line({ name, compared: { before, now, change }, show }: LineProps) {
  return (
    <tr>
      <th scope="row" className="px-2 py-1.5 text-start font-normal phone:px-3">
        {name}
      </th>
      <td className={`${NUMBER} text-muted`}>{show(before)}</td>
      <td className={`${NUMBER} font-strong`}>{show(now)}</td>
      <td className="px-2 py-1.5 phone:px-3">
        {now !== null && before !== null && <ChangeWord change={change} rose={now > before} />}
      </td>
    </tr>
  )
}

const COLORS: Record<Compared['change'], string> = {
  worse: 'text-error',
  better: 'text-success',
  same: 'text-muted',
  too_little: 'text-subtle',
}

/** Sign and word, and the colour says nothing that they do not. */
function ChangeWord({ change, rose }: Pick<Compared, 'change'> & { readonly rose: boolean }) {
  const { t } = useLingui()
  const sign = change === 'too_little' ? '' : change === 'same' ? '=\u00A0' : rose ? '▲\u00A0' : '▼\u00A0'
  const words = {
    worse: t`worse`,
    better: t`better`,
    same: t`no real change`,
    too_little: t`not enough data`,
  }
  return (
    <span className={COLORS[change]}>
      <span aria-hidden="true">{sign}</span>
      {words[change]}
    </span>
  )
}

interface AmountsProps {
  readonly name: string
  readonly sides: readonly [VerdictSide | null, VerdictSide]
  readonly of: (side: VerdictSide) => number
}

function Amounts({ name, sides: [before, after], of }: AmountsProps) {
  return (
    <tr>
      <th scope="row" className="px-2 py-1.5 text-start font-normal phone:px-3">
        {name}
      </th>
      <td className={`${NUMBER} text-muted`}>{before === null ? <Nothing /> : <Count of={of(before)} />}</td>
      <td className={NUMBER}>
        <Count of={of(after)} />
      </td>
      <td />
    </tr>
  )
}
