import type { SearchedProjects } from '@hindcast/contract/events/searched-projects.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DigestLines } from '#product/lookup/digest-lines.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly text: string
  /** The digest that was looked for, if it was one. */
  readonly digest: string | null
  readonly searched: SearchedProjects
}

/** Nothing may also mean: not yet, not kept any more, or not sent at all. */
export function NothingFound({ text, digest, searched }: Props) {
  const lacksDigests = digest !== null && searched.projects.some(({ own, hasDigests }) => !own && !hasDigests)
  return (
    <section className="grid max-w-prose gap-3">
      <h2 className="text-form font-bold">
        <Trans>No matches found</Trans>
      </h2>
      <p
        className="code max-h-24 overflow-y-auto rounded-control bg-code px-2 py-1 break-all ring-1 ring-line"
        tabIndex={0}
      >
        {text}
      </p>
      <p className="text-muted">
        <Trans>
          The event may not have arrived yet: this page looks again when events do. Or it was rejected: the
          project’s intake page shows why.
        </Trans>
      </p>
      <Searched searched={searched} withDigests={digest !== null} />
      {lacksDigests && <SendDigests />}
    </section>
  )
}

const HEAD = 'px-3 py-1.5 text-start font-normal'
const CELL = 'px-3 py-1.5'

function Searched(props: { readonly searched: SearchedProjects; readonly withDigests: boolean }) {
  const { t } = useLingui()
  const { projects, more } = props.searched
  if (projects.length === 0)
    return (
      <p className="text-muted">
        <Trans>You don’t have access to any project.</Trans>
      </p>
    )
  return (
    <Panel title={<Trans>Searched projects</Trans>}>
      <table aria-label={t`Searched projects`} className="w-full border-collapse">
        <thead className="border-b border-line bg-canvas text-meta text-subtle">
          <tr>
            <th scope="col" className={HEAD}>{t`Project`}</th>
            <th scope="col" className={HEAD}>{t`Keeps events for`}</th>
            {props.withDigests && <th scope="col" className={HEAD}>{t`Digests`}</th>}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {projects.map(({ slug, name, own, retentionDays, hasDigests }) => (
            <tr key={slug}>
              <th scope="row" className={`${CELL} text-start font-normal`}>
                <Link
                  to="/projects/$project/intake"
                  params={{ project: slug }}
                  className="break-words hover:text-accent hover:underline"
                >
                  {name}
                </Link>
              </th>
              <td className={`${CELL} whitespace-nowrap`}>
                <Plural value={retentionDays} one="# day" other="# days" />
              </td>
              {props.withDigests && (
                <td className={CELL}>
                  <DigestState own={own} hasDigests={hasDigests} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className="border-t border-line px-3 py-2 text-muted">
          <Plural value={more} one="and # more project" other="and # more projects" />
        </p>
      )}
    </Panel>
  )
}

/** This server does not need to be told how to send digests. */
function DigestState({ own, hasDigests }: { readonly own: boolean; readonly hasDigests: boolean }) {
  if (hasDigests) return <Trans>received</Trans>
  return own ? '–' : <Trans>none received</Trans>
}

/** The SDK sends a digest by itself only where Next.js happens to log the error first. */
function SendDigests() {
  return (
    <section className="grid gap-2">
      <h3 className="font-bold">
        <Trans>Turn digests on</Trans>
      </h3>
      <p className="text-muted">
        <Trans>
          The Next.js SDK doesn’t send digests reliably. Add the integration of{' '}
          <span className="code">@hindcast/next</span> to <span className="code">Sentry.init</span> on the
          server and in the browser:
        </Trans>
      </p>
      <div className="grid max-w-160 min-w-0 gap-2">
        <DigestLines file="instrumentation.js, instrumentation-client.js" />
      </div>
      <p className="text-muted">
        <Trans>It applies to errors from then on. Earlier events can’t be found by their digest.</Trans>
      </p>
    </section>
  )
}
