import type { OverviewTimeline } from '@hindcast/contract/overview/overview.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { TimeChart } from '#ui/charts/time-chart.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PanelLink } from '#ui/layout/panel-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { MarkList } from './mark-list.tsx'
import { useMarkWords } from './mark-words.ts'
import { useOverviewPart } from './overview-queries.ts'
import { PartState } from './part-state.tsx'

/** What happened in two weeks, and which deploy it happened after. */
export function ErrorTimeline({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const timeline = useOverviewPart(project, 'timeline')
  return (
    <Panel
      title={<Trans>Errors, 14 days</Trans>}
      actions={
        <PanelLink to="/projects/$project/releases" params={{ project }}>
          <Trans>All releases</Trans>
        </PanelLink>
      }
    >
      <PartState
        query={timeline}
        failed={t`Couldn’t load the errors of 14 days`}
        waiting={
          <div className="px-3 pt-4 pb-3">
            <Skeleton height={264} />
          </div>
        }
      >
        {(data) => <Picture timeline={data} project={project} />}
      </PartState>
    </Panel>
  )
}

function Picture({ timeline, project }: { readonly timeline: OverviewTimeline; readonly project: string }) {
  const { t } = useLingui()
  const wordsOf = useMarkWords()
  const span = useMemo(() => spanOf(timeline), [timeline])
  const series = useMemo(
    () => [{ name: t`Errors`, form: 'bars' as const, values: timeline.errors.values }],
    [t, timeline],
  )
  const marks = useMemo(
    () => timeline.marks.map((mark) => ({ at: Date.parse(mark.at), text: wordsOf(mark) })),
    [timeline, wordsOf],
  )
  return (
    <div className="grid grid-cols-1 gap-1.5 px-3 pt-3 pb-2">
      <TimeChart
        name={t`Errors, 14 days`}
        {...{ span, series, marks }}
        marksName={t`Releases and deploys`}
        text={countText}
      />
      <MarkList marks={timeline.marks} project={project} />
    </div>
  )
}

const countText = (value: number) => countOf(value, locale)

const spanOf = ({ errors }: OverviewTimeline) => ({
  from: Date.parse(errors.from),
  stepMs: errors.bucketSeconds * 1000,
  count: errors.values.length,
})
