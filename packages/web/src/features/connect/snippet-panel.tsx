import type { ProjectKey } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readDsn } from './dsn.ts'
import { PLATFORMS, platformOf, type Platform } from '#product/projects/platform.ts'
import { readConnectSearch, type ConnectSearch } from '#product/search-params.ts'
import { CodeFile } from '#ui/forms/code-file.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import type { SnippetFile } from './snippet-file.ts'
import { canTunnel, snippetFor } from './snippet.ts'

const route = getRouteApi('/member/projects/$project/connect')

interface Props {
  readonly project: string
  readonly platform: string | null
  /** Undefined while loading. */
  readonly keys: readonly ProjectKey[] | undefined
}

export function SnippetPanel({ project, platform, keys }: Props) {
  const { t } = useLingui()
  const enabled = keys?.filter((key) => key.enabled) ?? []
  const [keyId, chooseKey] = useState<string>()
  const key = enabled.find(({ id }) => id === keyId) ?? enabled[0]
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = search.for ?? platformOf(platform)
  const set = (view: ConnectSearch) => void navigate({ search: view, replace: true, resetScroll: false })
  return (
    <Panel title={<Trans>Connect your app</Trans>}>
      <div className="grid gap-4 p-3">
        <div className="grid gap-1.5">
          <div className="flex items-center gap-2">
            <h3 className="font-strong">DSN</h3>
            {enabled.length > 1 && (
              <Select label={t`Key`} value={key?.id} onChange={({ target }) => chooseKey(target.value)}>
                {enabled.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </div>
          {keys === undefined && <Skeleton height={28} />}
          {keys !== undefined && key === undefined && <NoKey project={project} />}
          {key !== undefined && <CopyField value={key.dsn} label="DSN" />}
          <p className="text-meta text-subtle">
            <Trans>If you already use a Sentry SDK, just change the DSN.</Trans>
          </p>
          {key !== undefined && <OtherHost dsn={key.dsn} />}
        </div>
        <Tabs
          label={t`Platform`}
          tabs={PLATFORMS}
          chosen={chosen}
          onChoose={(next) => set({ ...search, for: next })}
        >
          {key === undefined ? (
            <Skeleton height={keys === undefined ? 160 : 0} />
          ) : (
            <SnippetView
              platform={chosen}
              dsn={key.dsn}
              env={search.dsn === 'env'}
              tunnel={search.via === 'tunnel'}
              onEnv={(env) => set(withChoice(search, 'dsn', env ? 'env' : undefined))}
              onTunnel={(tunnel) => set(withChoice(search, 'via', tunnel ? 'tunnel' : undefined))}
            />
          )}
        </Tabs>
      </div>
    </Panel>
  )
}

/** What is usual stands in no address. */
function withChoice(view: ConnectSearch, key: 'dsn' | 'via', value: string | undefined): ConnectSearch {
  return readConnectSearch({ ...view, [key]: value })
}

function NoKey({ project }: { readonly project: string }) {
  const { t } = useLingui()
  return (
    <Notice tone="warning" title={t`Every key of this project is disabled`}>
      <Trans>
        All events are rejected.{' '}
        <Link
          to="/projects/$project/keys"
          params={{ project }}
          className="text-accent underline underline-offset-2"
        >
          Enable a key
        </Link>
        .
      </Trans>
    </Notice>
  )
}

/** The most common cause of an unreachable DSN: HINDCAST_URL is not set. */
function OtherHost({ dsn }: { readonly dsn: string }) {
  const { t } = useLingui()
  const host = readDsn(dsn)?.host ?? ''
  const here = window.location.host
  if (host === here) return null
  return (
    <Notice tone="warning" title={t`The DSN points to ${host}, but you’re on ${here}`}>
      <Trans>
        If your app can’t reach it, start the server with <code className="code">HINDCAST_URL</code> set to
        its public address.
      </Trans>
    </Notice>
  )
}

interface SnippetProps {
  readonly platform: Platform
  readonly dsn: string
  readonly env: boolean
  readonly tunnel: boolean
  readonly onEnv: (env: boolean) => void
  readonly onTunnel: (tunnel: boolean) => void
}

function SnippetView({ platform, dsn, env, tunnel, onEnv, onTunnel }: SnippetProps) {
  const { t } = useLingui()
  const snippet = snippetFor(platform, dsn, { env, tunnel })
  return (
    <div className="grid gap-3 pt-3">
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Choice label={t`DSN from an environment variable`} on={env} onChange={onEnv} />
        {canTunnel(platform) && (
          <Choice label={t`Tunnel through your own origin`} on={tunnel} onChange={onTunnel} />
        )}
      </div>
      {tunnel && canTunnel(platform) && (
        <p className="text-meta text-subtle">
          <Trans>
            The browser sends events to your own server, which forwards them. Ad blockers and CORS don’t get
            in the way.
          </Trans>
        </p>
      )}
      {snippet.install !== undefined && <CopyField value={snippet.install} label={t`install command`} />}
      {snippet.files.map((file) => (
        <FileView key={file.name} file={file} />
      ))}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

function Choice({ label, on, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={on}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}

function FileView({ file }: { readonly file: SnippetFile }) {
  const { t } = useLingui()
  const hint = {
    first: t`before anything else`,
    imported: t`loaded with node --import ./instrument.mjs`,
    production: t`where the built app is served`,
  }
  return (
    <CodeFile name={file.name} text={file.text} {...(file.hint !== undefined && { hint: hint[file.hint] })} />
  )
}
