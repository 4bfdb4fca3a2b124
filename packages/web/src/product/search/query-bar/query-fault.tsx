import type { ApiError } from '#lib/api/client.ts'
import { excerptAt } from './fault-excerpt.ts'
import { useMistakeWords } from './search-words.ts'

/** What the server could not read, with the characters it stumbled over underlined. */
export function QueryFault({ query, error }: { readonly query: string; readonly error: ApiError }) {
  const wordsFor = useMistakeWords()
  const [mistake] = error.search ?? []
  const excerpt = mistake && excerptAt(query, mistake)
  return (
    <div id="query-fault" role="alert" className="grid gap-0.5 pt-1 text-meta text-error">
      <p>{(mistake && wordsFor(mistake)) ?? error.message}</p>
      {excerpt !== undefined && (
        <p className="code overflow-hidden text-ellipsis whitespace-pre text-subtle" aria-hidden="true">
          {excerpt.before}
          <mark className="bg-tint-error text-error underline decoration-wavy">{excerpt.marked}</mark>
          {excerpt.after}
        </p>
      )}
    </div>
  )
}
