import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { askAccount, type OpenSession } from '#product/session/account.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { accountQuery, openSessionsQuery } from './account-queries.ts'
import { browserName } from './browser-name.ts'

export function SessionList() {
  const { t } = useLingui()
  const { data: sessions } = useQuery(openSessionsQuery)
  const here = useQuery(accountQuery).data?.session.token
  const end = useEnd()
  if (sessions === undefined) return <Skeleton height={96} />
  const [mine, others] = [
    sessions.filter(({ token }) => token === here),
    sessions.filter(({ token }) => token !== here).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
  ]
  return (
    <>
      <ul
        aria-label={t`Where you are signed in`}
        className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
      >
        {[...mine, ...others].map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            here={session.token === here}
            onEnd={() => void end('/revoke-session', { token: session.token })}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div>
          <Button kind="danger" onClick={() => void end('/revoke-other-sessions', {})}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function useEnd() {
  const { t } = useLingui()
  return async (path: string, body: object) => {
    try {
      await askAccount(path, body)
      notify({ tone: 'done', text: t`Session signed out.` })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Something went wrong. ${why}` })
    }
    document.getElementById('main')?.focus({ preventScroll: true })
    await queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey })
  }
}

interface RowProps {
  readonly session: OpenSession
  readonly here: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, here, onEnd }: RowProps) {
  const { t } = useLingui()
  const name = browserName(session.userAgent ?? '') ?? t`Unknown browser`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-strong">{name}</span>
          {here && (
            <Badge tone="success">
              <Trans>This device</Trans>
            </Badge>
          )}
        </span>
        <span className="text-meta break-all text-subtle">
          {session.ipAddress}
          <span aria-hidden="true"> · </span>
          <Trans>
            signed in <Timestamp at={session.createdAt} />
          </Trans>
        </span>
      </span>
      {!here && (
        <Button kind="danger" aria-label={t`Sign out ${name}`} onClick={onEnd}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}
