import type { SetupProblem } from '@hindcast/contract/overview/overview.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '#ui/base/icon.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useOverviewPart } from './overview-queries.ts'
import { PartSkeleton } from './part-skeleton.tsx'
import { PartState } from './part-state.tsx'
import { ProblemLine } from './problem-words.tsx'

/** What keeps the project from showing all it could, each with what mends it. */
export function SetupPart({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const setup = useOverviewPart(project, 'setup')
  return (
    <Panel title={<Trans>Setup</Trans>}>
      <PartState query={setup} failed={t`Couldn’t check the setup`} waiting={<PartSkeleton rows={1} />}>
        {(problems) =>
          problems.length === 0 ? (
            <p className="flex items-center gap-2 px-3 py-2.5 text-muted">
              <Icon name="check" />
              <Trans>Everything is set up.</Trans>
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {problems.map((problem) => (
                <Problem key={problem.kind} problem={problem} project={project} />
              ))}
            </ul>
          )
        }
      </PartState>
    </Panel>
  )
}

/** What loses data now. */
const URGENT: ReadonlySet<SetupProblem['kind']> = new Set(['silent', 'refused', 'no_server_errors'])

function Problem({ problem, project }: { readonly problem: SetupProblem; readonly project: string }) {
  const urgent = URGENT.has(problem.kind)
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 px-3 py-2">
      <span className={urgent ? 'text-error' : 'text-warning'}>
        <Icon name="issues" />
      </span>
      <ProblemLine problem={problem} project={project} />
    </li>
  )
}
