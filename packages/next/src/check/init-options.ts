import { withoutTexts, type SourceFile } from './source-file.ts'

/** What a file passes to `init` of the SDK. */
export interface InitOptions {
  readonly file: SourceFile
  readonly text: string
  /** It takes options from elsewhere: what is not named here may still be set. */
  readonly isOpen: boolean
}

/** Undefined: the file does not call `init`. */
export function initOptions(file: SourceFile): InitOptions | undefined {
  // Other libraries have an `init` too.
  const start = /\bSentry\.init\s*\(/.exec(file.text) ?? /\binit\s*\(/.exec(file.text)
  if (start === null) return undefined
  const text = argumentAt(file.text, start.index + start[0].length)
  return { file, text, isOpen: !/^\s*\{/.test(text) || text.includes('...') }
}

/** Up to the bracket that closes the call; brackets in texts and escaped ones close nothing. */
function argumentAt(text: string, from: number): string {
  const code = withoutTexts(text)
  let depth = 1
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1
    else if (code[at] === '(') depth += 1
    else if (code[at] === ')' && --depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

/** Whether an option is named, as `name: value` or `name`. */
export function names({ text }: InitOptions, option: string): boolean {
  return new RegExp(String.raw`\b${option}\b\s*[:,}]`).test(text)
}
