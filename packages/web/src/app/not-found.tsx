import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTitle } from '#lib/routing/title.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { buttonClass } from '#ui/base/button.tsx'

export function NotFound() {
  const { t } = useLingui()
  useTitle(t`Not found`)
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        alone
        title={t`Page not found`}
        actions={
          <>
            <Link to="/" className={buttonClass('primary')}>
              <Trans>Go to issues</Trans>
            </Link>
            <Link to="/find" className={buttonClass()}>
              <Trans>Look up an ID</Trans>
            </Link>
          </>
        }
      >
        <p>
          <Trans>The link may be outdated or incomplete.</Trans>
        </p>
      </EmptyState>
    </main>
  )
}
