import type { CommitView } from '@hindcast/contract/releases.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Avatar } from '../../ui/avatar.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'

export function CommitList({ commits }: { readonly commits: readonly CommitView[] }) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Commits</Trans>}>
      {commits.length === 0 ? (
        <p className="px-3 py-2.5 text-muted">
          <Trans>
            None was told. <span className="code">sentry-cli releases set-commits --auto</span> in the build
            tells them, and issues then name the commit that may have brought them.
          </Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line" aria-label={t`Commits`}>
          {commits.map((commit) => (
            <CommitLine key={commit.id} commit={commit} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function CommitLine({ commit: { id, author, message, at, files } }: { readonly commit: CommitView }) {
  const { t } = useLingui()
  const name = author?.name ?? author?.email ?? t`Unknown author`
  const title = message?.split('\n', 1)[0] ?? ''
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 px-3 py-2">
      <Avatar name={name} />
      <div className="grid min-w-0 gap-0.5">
        <span className="font-strong break-words">{title === '' ? id.slice(0, 12) : title}</span>
        <span className="flex flex-wrap gap-x-2 text-meta text-muted">
          <span>{name}</span>
          <span className="code" title={id}>
            {id.slice(0, 7)}
          </span>
          {at !== null && <Moment at={at} />}
        </span>
        {files.length > 0 && (
          <details className="text-meta text-muted">
            <summary className="min-h-6 w-fit cursor-pointer rounded-control py-0.5 hover:text-fg">
              {t`${plural(files.length, { one: '# file', other: '# files' })}`}
            </summary>
            <ul className="grid gap-0.5 ps-4">
              {files.slice(0, MOST_FILES).map(({ path, type }) => (
                <li key={path} className="code break-all">
                  <FileChange type={type} /> {path}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  )
}

const MOST_FILES = 200

function FileChange({ type }: { readonly type: 'A' | 'M' | 'D' }) {
  const { t } = useLingui()
  const words = { A: t`added`, M: t`changed`, D: t`deleted` }
  return <span className="text-subtle">{words[type]}</span>
}
