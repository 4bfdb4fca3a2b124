import type { IssueSuspects } from '@hindcast/contract/releases.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { suspectsQuery } from '../../lib/release-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Moment } from '../../ui/moment.tsx'

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
          <SuspectLine key={suspect.commit.id} suspect={suspect} />
        ))}
      </ul>
    </section>
  )
}

function SuspectLine({ suspect }: { readonly suspect: Suspect }) {
  const { t } = useLingui()
  const { id, author, message, at } = suspect.commit
  const name = author?.name ?? author?.email ?? t`Unknown author`
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2">
      <Avatar name={name} />
      <div className="grid min-w-0 gap-0.5">
        <span className="font-strong break-words">{message?.split('\n', 1)[0] ?? id.slice(0, 12)}</span>
        <span className="flex flex-wrap gap-x-2 text-meta text-muted">
          <span>{name}</span>
          <span className="code" title={id}>
            {id.slice(0, 7)}
          </span>
          {at !== null && <Moment at={at} />}
        </span>
        <span className="text-meta break-words text-muted">
          <Evidence suspect={suspect} />
        </span>
      </div>
    </li>
  )
}

/** Why it is suspected, in one sentence. */
function Evidence({ suspect: { file, function: name, line, depth } }: { readonly suspect: Suspect }) {
  const place = [name, line === null ? null : `:${line}`].filter((part) => part !== null).join('')
  return depth === 0 ? (
    <Trans>
      Changed <span className="code break-all">{file}</span>, which threw: {place}
    </Trans>
  ) : (
    <Trans>
      Changed <span className="code break-all">{file}</span>, further up the stack: {place}
    </Trans>
  )
}
