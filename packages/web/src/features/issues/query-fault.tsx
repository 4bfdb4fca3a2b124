import { CallError } from '../../lib/call.ts'
import { tokensOf } from '../../lib/query-text.ts'

/** What the server could not read, and the piece it stumbled over. */
export function QueryFault({ query, message }: { readonly query: string; readonly message: string }) {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? 0) - 1
  const token = tokensOf(query).findLast(({ start }) => start <= position)
  return (
    <div id="query-fault" role="alert" className="grid gap-0.5 pt-1 text-meta text-error">
      <p>{message}</p>
      {token !== undefined && (
        <p className="code truncate text-subtle" aria-hidden="true">
          {query.slice(0, token.start)}
          <mark className="bg-tint-error text-error underline decoration-wavy">{token.source}</mark>
          {query.slice(token.start + token.source.length)}
        </p>
      )}
    </div>
  )
}

export function isUnreadable(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'invalid_input'
}
