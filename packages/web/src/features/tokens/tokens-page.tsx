import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { type FreshSecret, NewSecret } from '#ui/forms/new-secret.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CreateToken } from './create-token.tsx'
import { TokenList } from './token-list.tsx'
import { tokensQuery } from './token-queries.ts'

export function TokensPage() {
  const { t } = useLingui()
  useTitle(t`API tokens`)
  const mayManage = usePermission('org:write')
  const { data: tokens, error, refetch } = useQuery({ ...tokensQuery, enabled: mayManage })
  const [fresh, setFresh] = useState<FreshSecret>()
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`API tokens`} />
      <div className="grid max-w-240 gap-5 px-(--gutter) py-5">
        <p className="max-w-prose text-muted">
          <Trans>
            Tokens let scripts, CI jobs and sentry-cli use the API on behalf of your organization. Send them
            as <span className="code">Authorization: Bearer …</span>
          </Trans>{' '}
          <Trans>
            A token can never do more than its creator’s role allows, and is revoked when they leave. Tokens
            created on the command line belong to the organization.
          </Trans>
        </p>
        {fresh !== undefined && <NewToken fresh={fresh} onDone={() => setFresh(undefined)} />}
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the tokens`} error={error} onRetry={() => void refetch()} />
        )}
        {!mayManage && <Notice title={t`Only owners and admins can see and create tokens.`} />}
        {mayManage && tokens === undefined && error === null && <Skeleton height={96} />}
        {tokens !== undefined && <TokenList tokens={tokens} />}
        {mayManage && <CreateToken onCreated={setFresh} />}
      </div>
    </main>
  )
}

interface Props {
  readonly fresh: FreshSecret
  readonly onDone: () => void
}

export function NewToken({ fresh: { name, secret }, onDone }: Props) {
  const { t } = useLingui()
  return (
    <NewSecret
      secret={secret}
      label={t`The new token`}
      title={<Trans>Copy the token {name} now</Trans>}
      copies={t`token ${name}`}
      onDone={onDone}
    >
      <Trans>Copy it now, it can’t be shown again.</Trans>
    </NewSecret>
  )
}
