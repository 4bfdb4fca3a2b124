import type { CommitView } from '@hindcast/contract/releases/releases.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CommitLine } from '#product/releases/commit-line.tsx'
import { Panel } from '#ui/layout/panel.tsx'

export function CommitList({ commits }: { readonly commits: readonly CommitView[] }) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Commits</Trans>}>
      {commits.length === 0 ? (
        <p className="px-3 py-2.5 text-muted">
          <Trans>
            No commits reported. Run <span className="code">sentry-cli releases set-commits --auto</span> in
            your build to see suspect commits on issues.
          </Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line" aria-label={t`Commits`}>
          {commits.map((commit) => (
            <CommitLine key={commit.id} commit={commit} className="gap-x-2.5 px-3 py-2">
              <ChangedFiles files={commit.files} />
            </CommitLine>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ChangedFiles({ files }: Pick<CommitView, 'files'>) {
  const { t } = useLingui()
  if (files.length === 0) return null
  return (
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
  )
}

const MOST_FILES = 200

function FileChange({ type }: { readonly type: 'A' | 'M' | 'D' }) {
  const { t } = useLingui()
  const words = { A: t`added`, M: t`changed`, D: t`deleted` }
  return <span className="text-subtle">{words[type]}</span>
}
