import { AppError } from '#domain/app-error.ts'

const FIRST = '0:0:1'

/**
 * Sentry's paging: both directions are always there and `results` says whether to follow. Our lists only go
 * forward, so there is never anything to follow backwards.
 */
export function linkHeader(publicUrl: string, requestUrl: string, next: string | undefined): string {
  const link = (rel: 'previous' | 'next', results: boolean, cursor: string) => {
    const { pathname, search } = new URL(requestUrl)
    const query = new URLSearchParams(search)
    query.set('cursor', cursor)
    // Tools match the cursor in the address with the one beside it, so its colons stay as they are.
    const address = `${publicUrl}${pathname}?${query.toString().replaceAll('%3A', ':')}`
    return `<${address}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`
  }
  const following = next === undefined ? '0:100:0' : encodeCursor(next)
  return `${link('previous', false, FIRST)}, ${link('next', next !== undefined, following)}`
}

/** `value:offset:is_previous`; the value is the store's own cursor, and our lists need no offset beside it. */
export function encodeCursor(cursor: string): string {
  return `${cursor}:0:0`
}

export function decodeCursor(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text === FIRST || text === '0:0:0') return undefined
  const match = /^([\w-]+):0:0$/.exec(text)
  if (match === null) throw new AppError('invalid_input', 'Invalid cursor.')
  return match[1]
}
