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
        title={t`There is no page at this address`}
        actions={
          <>
            <Link to="/" className={buttonClass('primary')}>
              <Trans>Go to the issues</Trans>
            </Link>
            <Link to="/find" className={buttonClass()}>
              <Trans>Find something by its id</Trans>
            </Link>
          </>
        }
      >
        <p>
          <Trans>
            If a link led here, it may be older than this version of Hindcast, or cut off at its end.
          </Trans>
        </p>
      </EmptyState>
    </main>
  )
}
