import type { CallError } from '../../lib/call.ts'
import { useMistakeWords } from './search-words.ts'

/** What the server could not read, with the characters it stumbled over underlined. */
export function QueryFault({ query, error }: { readonly query: string; readonly error: CallError }) {
  const wordsFor = useMistakeWords()
  const [mistake] = error.search ?? []
  const end = mistake === undefined ? 0 : mistake.at + Math.max(1, mistake.length)
  return (
    <div id="query-fault" role="alert" className="grid gap-0.5 pt-1 text-meta text-error">
      <p>{(mistake && wordsFor(mistake)) ?? error.message}</p>
      {mistake !== undefined && (
        <p className="code overflow-hidden text-ellipsis whitespace-pre text-subtle" aria-hidden="true">
          {query.slice(0, mistake.at)}
          <mark className="bg-tint-error text-error underline decoration-wavy">
            {query.slice(mistake.at, end) || ' '}
          </mark>
          {query.slice(end)}
        </p>
      )}
    </div>
  )
}
