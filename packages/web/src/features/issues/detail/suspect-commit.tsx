import type { IssueSuspects } from '@hindcast/contract/releases/releases.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { suspectsQuery } from '#product/releases/release-queries.ts'
import { CommitLine } from '#product/releases/commit-line.tsx'

type Suspect = IssueSuspects['suspects'][number]

/** The commits that may have brought the issue. Nothing where none is known: most issues are older than the habit. */
export function SuspectCommits({ issue }: { readonly issue: string }) {
  const { t } = useLingui()
  const { data } = useQuery(suspectsQuery(issue))
  if (data === undefined || data.suspects.length === 0) return null
  return (
    <section className="grid min-w-0 gap-1.5">
      <h2 className="text-form font-bold">{t`Suspect commit`}</h2>
      <ul className="grid gap-2">
        {data.suspects.map((suspect) => (
          <CommitLine key={suspect.commit.id} commit={suspect.commit} className="gap-x-2">
            <span className="text-meta break-words text-muted">
              <Evidence suspect={suspect} />
            </span>
          </CommitLine>
        ))}
      </ul>
    </section>
  )
}

/** Why it is suspected, in one sentence. */
function Evidence({ suspect: { file, function: name, line, depth } }: { readonly suspect: Suspect }) {
  const place = [name, line === null ? null : `:${line}`].filter((part) => part !== null).join('')
  return depth === 0 ? (
    <Trans>
      Changed <span className="code break-all">{file}</span>, where the error was thrown: {place}
    </Trans>
  ) : (
    <Trans>
      Changed <span className="code break-all">{file}</span>, further up the stack: {place}
    </Trans>
  )
}
