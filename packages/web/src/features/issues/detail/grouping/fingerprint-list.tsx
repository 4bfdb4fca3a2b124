import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueFingerprint } from '@hindcast/contract/issues/merging.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermission } from '#product/session/permissions.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { groupingWords } from './grouping-words.ts'
import { api } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'

const fingerprintsQuery = (issue: string) =>
  queryOptions({
    queryKey: ['fingerprints', issue],
    queryFn: ({ signal }) => api('GET /api/v1/issues/:issue/fingerprints', { params: { issue }, signal }),
  })

/** What leads to the issue, where that is more than one thing, and the way to give one of them an issue of its own. */
export function FingerprintList({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const { issueId: issue } = event
  const { data } = useQuery(fingerprintsQuery(issue))
  const unmerge = useUnmerge(event)
  const mayPart = usePermission('event:write')
  const [leaving, setLeaving] = useState<string>()
  if (data === undefined || data.fingerprints.length < 2) return null
  const part = async (fingerprint: IssueFingerprint) => {
    setLeaving(fingerprint.fingerprint)
    await unmerge(fingerprint)
    setLeaving(undefined)
  }
  return (
    <section aria-label={t`Fingerprints`} className="grid gap-1.5 border-t border-line pt-2">
      <h3 className="font-strong">
        <Plural
          value={data.fingerprints.length}
          one="# fingerprint is grouped here"
          other="# fingerprints are grouped here"
        />
      </h3>
      <ul className="grid gap-1.5">
        {data.fingerprints.map((one) => (
          <li
            key={one.fingerprint}
            className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-control border border-line px-2.5 py-2"
          >
            <Described one={one} issue={issue} />
            {mayPart && (
              <Button
                busy={leaving !== undefined}
                aria-label={t`Unmerge ${one.latest?.title ?? one.fingerprint}`}
                onClick={() => void part(one)}
              >
                {leaving === one.fingerprint ? t`Unmerging…` : t`Unmerge`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.more && (
        <p className="text-meta text-subtle">
          <Trans>Fingerprints with the fewest events are not listed.</Trans>
        </p>
      )}
    </section>
  )
}

function Described({ one, issue }: { readonly one: IssueFingerprint; readonly issue: string }) {
  const { latest, cameWith, events, firstSeen, lastSeen } = one
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        {latest === null ? (
          <span className="text-subtle">
            <Trans>Its events have expired</Trans>
          </span>
        ) : (
          <Link
            to="/issues/$issue/events/$event"
            params={{ issue, event: latest.eventId }}
            className="min-w-0 truncate font-strong hover:underline"
          >
            {latest.title}
          </Link>
        )}
        {cameWith !== null && (
          <Badge>
            <Trans>merged from {cameWith}</Trans>
          </Badge>
        )}
      </p>
      {latest !== null && <p className="break-words text-muted">{groupingWords(latest.grouping)}</p>}
      <p className="flex flex-wrap gap-x-2 text-meta text-subtle">
        <span>
          <Plural value={events} one="# event" other="# events" />
        </span>
        {firstSeen !== null && lastSeen !== null && (
          <span>
            <Trans>
              first <Timestamp at={firstSeen} />, last <Timestamp at={lastSeen} />
            </Trans>
          </span>
        )}
        <code className="code break-all">{one.fingerprint}</code>
      </p>
    </div>
  )
}

/** Gives a fingerprint an issue of its own, and says where it went; merging that one again takes it back. */
export function useUnmerge(shown: EventView): (one: IssueFingerprint) => Promise<void> {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { issueId: issue, eventId: event } = shown
  const failed = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    notify({ tone: 'failed', text: t`Couldn’t unmerge: ${reason}` })
  }
  return async ({ fingerprint }) => {
    try {
      const split = await api('POST /api/v1/issues/:issue/unmerge', {
        params: { issue },
        body: { fingerprints: [fingerprint] },
      })
      const undo = () =>
        void api('POST /api/v1/issues/merge', { body: { into: issue, from: [split.id] } })
          .catch(failed)
          .finally(() => readAgain(issue, split.id))
      notify({ tone: 'done', text: t`Unmerged. Its events are now in ${split.shortId}.`, undo })
      readAgain(issue, split.id)
      // The reader stays with the event that is read.
      if (shown.grouping.fingerprint === fingerprint)
        void navigate({ to: '/issues/$issue/events/$event', params: { issue: split.id, event } })
    } catch (error) {
      failed(error)
    }
  }
}

function readAgain(...ids: readonly string[]): void {
  for (const id of ids)
    for (const name of ['issue', 'event', 'issue-events', 'event-place', 'fingerprints', 'similar-issues'])
      void queryClient.invalidateQueries({ queryKey: [name, id] })
  void queryClient.invalidateQueries({ queryKey: ['issues'] })
}
