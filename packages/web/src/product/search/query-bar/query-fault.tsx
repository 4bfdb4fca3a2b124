import type { ApiError } from '#lib/api/client.ts'
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

/** Half of what fits beside each other on a phone. */
const BEFORE = 24

/** The mistake with what stands around it; of a long query only the end of what is before, so that it is in sight. */
export function excerptAt(query: string, { at, length }: { readonly at: number; readonly length: number }) {
  const end = at + Math.max(1, length)
  const before = query.slice(0, at)
  return {
    before: before.length > BEFORE ? `…${before.slice(1 - BEFORE)}` : before,
    marked: query.slice(at, end) || ' ',
    after: query.slice(end),
  }
}
