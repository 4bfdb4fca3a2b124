import { useState } from 'react'
import { PLATFORMS, platformOf } from '../../lib/platform.ts'
import { CopyButton, CopyField } from '../../ui/copy-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { snippetFor } from './snippet.ts'

interface Props {
  readonly platform: string | null
  readonly publicUrl: string
  /** Undefined while loading, and where every key of the project is disabled. */
  readonly dsn: string | undefined
  readonly loading: boolean
}

export function ConnectPanel({ platform, publicUrl, dsn, loading }: Props) {
  const [chosen, choose] = useState(() => platformOf(platform))
  return (
    <section className="panel connect" aria-labelledby="connect-title">
      <header>
        <h2 id="connect-title">Connect your app</h2>
      </header>
      <div className="body">
        <div className="labelled">
          <h3>Server</h3>
          <CopyField value={publicUrl} label="server address" />
        </div>
        <div className="labelled">
          <h3>DSN</h3>
          {dsn === undefined && loading && <Skeleton height={28} />}
          {dsn === undefined && !loading && (
            <Notice tone="warning" title="Every key of this project is disabled">
              Enable one over the API, or senders are refused.
            </Notice>
          )}
          {dsn !== undefined && <CopyField value={dsn} label="DSN" />}
          <p className="subtle">A Sentry SDK that is already in place needs this line and nothing else.</p>
        </div>
        <Tabs label="Platform" tabs={PLATFORMS} chosen={chosen} onChoose={choose}>
          {dsn === undefined ? <Skeleton height={120} /> : <SnippetView platform={chosen} dsn={dsn} />}
        </Tabs>
      </div>
    </section>
  )
}

function SnippetView({
  platform,
  dsn,
}: {
  readonly platform: (typeof PLATFORMS)[number]['id']
  readonly dsn: string
}) {
  const snippet = snippetFor(platform, dsn)
  return (
    <div className="snippet">
      <CopyField value={snippet.install} label="install command" />
      {snippet.files.map((file) => (
        <figure key={file.name}>
          <figcaption>
            <span className="subtle">{file.name}</span>
            <CopyButton text={file.text} label={file.name} />
          </figcaption>
          <pre className="code" tabIndex={0} aria-label={file.name}>
            {file.text.trimEnd()}
          </pre>
        </figure>
      ))}
    </div>
  )
}
