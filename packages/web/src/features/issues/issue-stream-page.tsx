import { Plural, useLingui } from '@lingui/react/macro'
import { useTitle } from '../../lib/title.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { IssueList } from './issue-list.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { useStream } from './stream.ts'
import { useRowsOfTriage } from './triage-store.ts'

const NONE: ReadonlySet<string> = new Set()

export function IssueStreamPage() {
  const { t } = useLingui()
  useTitle(t`Issues`)
  const stream = useStream()
  useRowsOfTriage(stream.list, stream.ids, stream.peek)
  return (
    <main id="main" data-fill tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <PageBar title={t`Issues`}>
        {stream.answer.data !== undefined && (
          <span className="text-subtle">
            <Plural value={stream.total} one="# issue" other="# issues" />
          </span>
        )}
      </PageBar>
      {stream.answer.data === undefined ? (
        <ListSkeleton />
      ) : (
        <IssueList stream={stream} arrived={NONE} onAct={() => undefined} />
      )}
    </main>
  )
}
