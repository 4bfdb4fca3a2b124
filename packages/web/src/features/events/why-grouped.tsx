import type { EventView } from '@hindcast/contract/event-view.ts'

export function WhyGrouped({ event }: { readonly event: EventView }) {
  const { summary, parts, version, fingerprint } = event.grouping
  return (
    <section className="panel" aria-labelledby="why-title">
      <header>
        <h2 id="why-title">Why grouped</h2>
        <span className="grow" />
        <span className="subtle">{`rules v${version}`}</span>
      </header>
      <div className="body">
        <p>{summary}</p>
        {parts.length > 0 && (
          <ol className="parts">
            {parts.map((part, index) => (
              <li key={index}>
                <code>{part}</code>
              </li>
            ))}
          </ol>
        )}
        <p className="subtle">
          Fingerprint <code>{fingerprint}</code>
        </p>
      </div>
    </section>
  )
}
