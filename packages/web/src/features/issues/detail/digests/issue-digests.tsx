import type { IssueDigest } from '@hindcast/contract/events/digests.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { issueDigestsQuery } from '#product/issues/issue-queries.ts'
import { Timestamp } from '#ui/data/timestamp.tsx'

const FIRST = 3

/** Nothing where no event has a digest: most applications have none. */
export function IssueDigests({ issue }: { readonly issue: string }) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  const { data } = useQuery(issueDigestsQuery(issue))
  if (data === undefined || data.digests.length === 0) return null
  const { digests, more } = data
  const hidden = all ? 0 : Math.max(0, digests.length - FIRST)
  return (
    <section className="grid min-w-0 gap-1.5">
      <h2 className="text-form font-bold" title={t`The numbers on the error pages that users saw`}>
        <Trans>Digests</Trans>
      </h2>
      <ul className="grid gap-2">
        {digests.slice(0, digests.length - hidden).map((digest) => (
          <DigestRow key={digest.digest} digest={digest} />
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          className="min-h-6 w-fit rounded-control text-accent hover:underline"
          onClick={() => setAll(true)}
        >
          {t`${plural(hidden, { one: '# more digest', other: '# more digests' })}`}
        </button>
      )}
      {more && (
        <p className="text-meta text-subtle">
          <Trans>Of the latest 500 events.</Trans>
        </p>
      )}
    </section>
  )
}

function DigestRow({ digest: { digest, events, lastSeen, releases } }: { readonly digest: IssueDigest }) {
  const { t } = useLingui()
  const [release, ...others] = releases
  return (
    <li className="grid min-w-0 gap-0.5">
      <Link
        to="/digest/$digest"
        params={{ digest }}
        className="code w-fit max-w-full rounded-control break-all hover:text-accent hover:underline"
      >
        {digest}
      </Link>
      <span className="flex min-w-0 flex-wrap gap-x-2 text-meta text-muted">
        <span>{t`${plural(events, { one: '# event', other: '# events' })}`}</span>
        <Timestamp at={lastSeen} />
        {release !== undefined && (
          <span className="min-w-0 break-all" title={releases.join(', ')}>
            {others.length === 0
              ? release
              : t`${release} and ${plural(others.length, { one: '# other', other: '# others' })}`}
          </span>
        )}
      </span>
    </li>
  )
}
