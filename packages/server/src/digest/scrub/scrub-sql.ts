/** In MySQL double quotes hold a text; elsewhere they hold a name. */
export type SqlDialect = 'standard' | 'mysql'

/**
 * An SQL statement without its literals: what stands in quotes or is a number may be somebody's address or balance, and
 * statements that differ in nothing else are one statement. Read once from left to right.
 */
export function scrubSql(statement: string, dialect: SqlDialect = 'standard'): string {
  const quotes = dialect === 'mysql' ? `'"` : `'`
  let result = ''
  let kept = 0
  let at = 0
  while (at < statement.length) {
    const end = literalEnd(statement, at, quotes)
    if (end === at) {
      at = wordEnd(statement, at)
      continue
    }
    result += `${statement.slice(kept, at)}?`
    at = kept = end
  }
  return kept === 0 ? statement : result + statement.slice(kept)
}

/** Behind the literal that starts here, or here where none does. */
function literalEnd(statement: string, at: number, quotes: string): number {
  const character = statement[at]!
  if (quotes.includes(character)) return behindQuote(statement, at, character)
  if (character === '$') return behindDollarQuote(statement, at)
  return isDigit(character) ? behindNumber(statement, at) : at
}

/** A quote inside is doubled or follows a backslash. A text that is cut off ends the statement. */
function behindQuote(statement: string, at: number, quote: string): number {
  for (let next = at + 1; next < statement.length; next++) {
    if (statement[next] === '\\') next++
    else if (statement[next] === quote) {
      if (statement[next + 1] !== quote) return next + 1
      next++
    }
  }
  return statement.length
}

/** `$$…$$` and `$tag$…$tag$`; `$1` is a parameter already. */
function behindDollarQuote(statement: string, at: number): number {
  let tagEnd = at + 1
  while (tagEnd < statement.length && tagEnd - at < LONGEST_TAG && isWord(statement[tagEnd]!)) tagEnd++
  if (statement[tagEnd] !== '$' || isDigit(statement[at + 1])) return at
  const tag = statement.slice(at, tagEnd + 1)
  const end = statement.indexOf(tag, tagEnd + 1)
  return end === -1 ? statement.length : end + tag.length
}

const LONGEST_TAG = 64

function behindNumber(statement: string, at: number): number {
  let end = at + 1
  while (end < statement.length && (isWord(statement[end]!) || statement[end] === '.')) end++
  return end
}

/** Digits inside a name or a parameter (`t1`, `$1`, `:id2`) belong to it, and so does everything between double quotes. */
function wordEnd(statement: string, at: number): number {
  const character = statement[at]!
  if (character === '"' || character === '`') {
    const end = statement.indexOf(character, at + 1)
    return end === -1 ? statement.length : end + 1
  }
  let end = at + 1
  if (!isWord(character) && character !== '$' && character !== ':' && character !== '@') return end
  while (end < statement.length && isWord(statement[end]!)) end++
  return end
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'

const isWord = (character: string): boolean => /\w/.test(character)
