import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/base/button.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

const INIT = 'npx hindcast init --email you@example.com --password … --project web-shop'

/** No link, or one that does not work: where the right one is. */
export function LinkHelp({ why }: { readonly why: 'missing' | 'refused' }) {
  const { t } = useLingui()
  const title = {
    missing: t`Open the setup link`,
    refused: t`This setup link doesn’t work`,
  }[why]
  return (
    <LonePage title={t`Set up Hindcast`}>
      <Notice tone="warning" title={title}>
        {why === 'missing' ? (
          <Trans>
            This server has no owner yet. Open the one-time link it printed at startup to claim it.
          </Trans>
        ) : (
          <Trans>It’s incomplete, or the server has printed a newer one.</Trans>
        )}
      </Notice>
      <h2 className="text-section font-bold">
        <Trans>Where to find the link</Trans>
      </h2>
      <ol className="grid list-decimal gap-2 ps-5 text-muted">
        <li>
          <Trans>
            In the server’s terminal output, below “Nobody can sign in yet”. Restarting prints it again.
          </Trans>
        </li>
        <li>
          <Trans>Or without a browser, on the server:</Trans>
        </li>
      </ol>
      <CopyField value={INIT} label={t`command`} />
    </LonePage>
  )
}

/** The first owner exists, so the link has done all it can do. */
export function LinkUsed() {
  const { t } = useLingui()
  return (
    <LonePage title={t`Hindcast is set up`}>
      <p className="text-muted">
        <Trans>This server already has an owner. Sign in with that account.</Trans>
      </p>
      <div>
        <Link to="/sign-in" className={buttonClass('primary')}>
          <Trans>Sign in</Trans>
        </Link>
      </div>
    </LonePage>
  )
}
