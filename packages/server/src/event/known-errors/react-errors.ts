import { REACT_ERRORS } from './react-error-codes.ts'

export interface ReactError {
  readonly code: number
  readonly args: readonly string[]
  /** Undefined for a number that is not in the table. */
  readonly message: string | undefined
  readonly link: string
}

const MINIFIED = /Minified React error #(\d{1,4})\b(?:;? visit (\S{0,4000}))?/

/** The number and arguments of `Minified React error #418; visit https://react.dev/errors/418?args[]=text …`. */
export function readReactError(text: string): ReactError | undefined {
  const match = MINIFIED.exec(text)
  if (match === null) return undefined
  const code = Number(match[1])
  const args = argumentsOf(match[2] ?? '')
  return {
    code,
    args,
    message: filledIn(REACT_ERRORS.get(code), args),
    link: `https://react.dev/errors/${code}`,
  }
}

function argumentsOf(address: string): readonly string[] {
  return Array.from(address.matchAll(/[?&]args(?:\[\]|%5B%5D)=([^&#]*)/gi), (match) => decoded(match[1]!))
}

/** React cuts no argument, but what carried the message may have: a torn escape stays as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** React 18 sends 418 without arguments; one at the end only adds to the sentence. */
function filledIn(template: string | undefined, args: readonly string[]): string | undefined {
  let next = 0
  return template
    ?.replace(
      /%s$|%s/g,
      (slot, at: number) => args[next++] || (at + slot.length < template.length ? 'something' : ''),
    )
    .trim()
}
