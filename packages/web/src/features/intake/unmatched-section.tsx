import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { ApiError, Unreachable, api } from '#lib/api/client.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { reasonRows, type Outcome } from './intake-report.ts'
import { ReasonsTable } from './reasons-table.tsx'

const unmatchedIntakeQuery = (from: string | undefined) =>
  queryOptions({
    queryKey: ['unmatched-intake', from ?? ''],
    queryFn: ({ signal }) =>
      api('GET /api/v1/intake/unmatched', { query: from === undefined ? {} : { from }, signal }),
  })

interface Props {
  readonly from: string
  readonly starts: readonly number[]
  readonly now: number
  readonly only: Outcome | undefined
}

/** Only those who see the whole installation may see what was meant for none of its projects. */
export function UnmatchedSection({ from, starts, now, only }: Props) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    ...unmatchedIntakeQuery(from),
    placeholderData: keepPreviousData,
  })
  if (error instanceof ApiError && error.status === 403) return null
  if (error !== null && !(error instanceof Unreachable) && data === undefined) {
    return (
      <Failure
        title={t`Couldn’t load requests without a project`}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return null
  const rows = reasonRows(data, only, starts, now)
  return (
    <Panel title={<Trans>Requests without a matching project</Trans>}>
      {rows.length === 0 ? (
        <p className="px-3 py-3 text-muted">
          <Trans>None in this period. Wrong or missing keys show up here.</Trans>
        </p>
      ) : (
        <>
          <p className="px-3 pt-2 text-muted">
            <Trans>
              These requests used a key that belongs to no project, so they aren’t included in the other
              numbers.
            </Trans>
          </p>
          <ReasonsTable rows={rows} label={t`Reasons of unmatched requests`} />
        </>
      )}
    </Panel>
  )
}
