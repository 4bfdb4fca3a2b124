import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#lib/api/client.ts'
import { Button } from '#ui/base/button.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

interface Props {
  readonly invited: Answer<'POST /api/v1/invitations'>
  readonly onClose: () => void
}

/** The one time the link is on the screen. */
export function InvitationLink({ invited, onClose }: Props) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <Mailed {...invited} />
      <p className="text-muted">
        <Trans>
          Only its hash is stored, so nobody can show this link again. It works once, for seven days, for
          whoever has it.
        </Trans>
      </p>
      <CopyField value={invited.link} label={t`invitation link`} />
      <div>
        <Button icon="check" autoFocus onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}

function Mailed({ mail, invitation }: Props['invited']) {
  const { t } = useLingui()
  const email = invitation.email ?? ''
  if (mail.state === 'sent')
    return (
      <p role="status">
        <Trans>It was sent to {email}.</Trans>
      </p>
    )
  if (mail.state === 'not_configured')
    return (
      <Notice tone="warning" title={t`Nothing was sent: no mail server is configured. Pass the link on.`} />
    )
  if (mail.state === 'failed')
    return (
      <Notice tone="warning" title={t`The mail server did not take the e-mail. Pass the link on.`}>
        <p className="code">{mail.detail}</p>
      </Notice>
    )
  return null
}
