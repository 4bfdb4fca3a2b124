import type { SetupProblem } from '@hindcast/contract/overview/overview.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { DigestsFix, ServerErrorsFix, TracesFix } from './next-fixes.tsx'

type Problem<Kind extends SetupProblem['kind']> = Extract<SetupProblem, { readonly kind: Kind }>
type ByKind = {
  readonly [Kind in SetupProblem['kind']]: (problem: Problem<Kind>, project: string) => ReactNode
}

const WORDS: ByKind = {
  silent: () => <Trans>Nothing was received in the last 24 hours.</Trans>,
  refused: ({ items }) => (
    <Plural
      value={items}
      one="# item was refused in the last 24 hours."
      other="# items were refused in the last 24 hours."
    />
  ),
  no_release: ({ events, without }) => {
    const part = countOf(without, locale)
    const all = countOf(events, locale)
    return (
      <Trans>
        {part} of {all} events of the last 7 days have no release, so they can’t be compared by deploy.
      </Trans>
    )
  },
  no_maps: ({ scripts, release }) => (
    <Plural
      value={scripts}
      one={`# script of ${release} has no working source map.`}
      other={`# scripts of ${release} have no working source map.`}
    />
  ),
  no_server_errors: () => (
    <Trans>
      In the last 7 days, browsers reported server errors without their message, and no error of the server
      itself is stored.
    </Trans>
  ),
  no_digests: ({ events, without }) => {
    const part = countOf(without, locale)
    const all = countOf(events, locale)
    return (
      <Trans>
        {part} of the latest {all} events about server errors have no digest, so the number on an error page
        doesn’t lead to them.
      </Trans>
    )
  },
  no_traces: () => (
    <Trans>Errors arrived in the last 7 days, but no traces, so there are no routes and no web vitals.</Trans>
  ),
  no_mail: () => <Trans>No mail server is configured, so alerts and invitations can’t be mailed.</Trans>,
}

const LINK = 'rounded-control text-accent hover:underline'

const FIXES: ByKind = {
  silent: (_, project) => (
    <Link to="/projects/$project/connect" params={{ project }} className={LINK}>
      <Trans>Check the connection</Trans>
    </Link>
  ),
  refused: (_, project) => (
    <Link
      to="/projects/$project/intake"
      params={{ project }}
      search={{ outcome: 'refused' }}
      className={LINK}
    >
      <Trans>See the reasons</Trans>
    </Link>
  ),
  no_release: (_, project) => (
    <Link to="/projects/$project/connect" params={{ project }} className={LINK}>
      <Trans>Set a release in the SDK</Trans>
    </Link>
  ),
  no_maps: ({ release }, project) => (
    <Link to="/projects/$project/releases/$version" params={{ project, version: release }} className={LINK}>
      <Trans>See which scripts</Trans>
    </Link>
  ),
  no_server_errors: (_, project) => (
    <ServerErrorsFix
      whole={
        <Link
          to="/projects/$project/connect"
          params={{ project }}
          search={{ for: 'next' }}
          className={`${LINK} justify-self-start`}
        >
          <Trans>See the whole setup of Next.js</Trans>
        </Link>
      }
    />
  ),
  no_digests: ({ side }) => <DigestsFix side={side} />,
  no_traces: () => <TracesFix />,
  no_mail: () => (
    <Link to="/alerts/channels" className={LINK}>
      <Trans>Set up a channel</Trans>
    </Link>
  ),
}

interface Props {
  readonly problem: SetupProblem
  readonly project: string
}

/** What is wrong, and the screen that mends it or the lines to add. */
export function ProblemLine({ problem, project }: Props) {
  return (
    <div className="grid min-w-0 justify-items-start gap-0.5">
      <span className="break-words">{chosen(WORDS, problem, project)}</span>
      {chosen(FIXES, problem, project)}
    </div>
  )
}

function chosen(table: ByKind, problem: SetupProblem, project: string): ReactNode {
  return table[problem.kind](problem as never, project)
}
