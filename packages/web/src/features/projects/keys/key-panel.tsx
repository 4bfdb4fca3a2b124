import type { ProjectKey } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { notify } from '#lib/state/notices.ts'
import { Badge } from '#ui/data/badge.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { KeyLabel } from './key-label.tsx'
import { KeyLimits } from './key-limits.tsx'
import { patchKey } from '#features/projects/settings/project-cache.ts'

interface Props {
  readonly project: string
  readonly entry: ProjectKey
}

export function KeyPanel({ project, entry }: Props) {
  const { t } = useLingui()
  const { label } = entry
  const allow = useAllow(project, entry)
  const mayChange = usePermission('project:write')
  return (
    <section
      aria-label={t`Key ${label}`}
      className="overflow-hidden rounded-panel border border-line bg-surface"
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1">
        <KeyLabel project={project} entry={entry} />
        {!entry.enabled && (
          <Badge tone="warning">
            <Trans>Disabled</Trans>
          </Badge>
        )}
        <span className="flex-1" />
        <span className="text-meta text-subtle">
          <Trans>
            Created <Timestamp at={entry.createdAt} />
          </Trans>
        </span>
      </header>
      <div className="grid gap-3 p-3">
        <CopyField value={entry.dsn} label={t`DSN of ${label}`} />
        <Switch
          label={t`Accept events with this key`}
          hint={
            entry.enabled ? undefined : t`Events sent with it are rejected and counted on the intake page.`
          }
          checked={entry.enabled}
          disabled={!mayChange}
          onChange={({ target }) => allow(target.checked)}
        />
        <fieldset disabled={!mayChange} className="min-w-0">
          <KeyLimits project={project} entry={entry} />
        </fieldset>
      </div>
    </section>
  )
}

/** At once on the screen, then on the server, with the way back. */
function useAllow(project: string, { id, label }: ProjectKey) {
  const { t } = useLingui()
  const set = async (enabled: boolean) => {
    patchKey(project, id, { enabled })
    try {
      patchKey(
        project,
        id,
        await api('PATCH /api/v1/projects/:project/keys/:key', {
          params: { project, key: id },
          body: { enabled },
        }),
      )
      return true
    } catch {
      patchKey(project, id, { enabled: !enabled })
      notify({ tone: 'failed', text: t`Couldn’t change key ${label}.` })
      return false
    }
  }
  return (enabled: boolean) => {
    void set(enabled).then((kept) => {
      const text = enabled ? t`Key ${label} enabled.` : t`Key ${label} disabled.`
      if (kept) notify({ tone: 'done', text, undo: () => void set(!enabled) })
    })
  }
}
