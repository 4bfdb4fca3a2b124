import { ApiError } from './client.ts'

/**
 * What the server says is wrong, by the path of the field without the envelope it travelled in:
 * `settings.allowedOrigins.1` and the message `allowedOrigins.1: is not an origin` are the same fault.
 */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return {}
  const named = Object.entries(error.fields)
  const [, path, message] = /^([a-z]\w*(?:\.\w+)*): (.+)$/is.exec(error.message) ?? []
  const all = named.length > 0 || path === undefined ? named : [[path, message!] as const]
  return Object.fromEntries(all.map(([name, text]) => [name.replace(/^settings\./, ''), text]))
}

/** The first fault of a field or of anything inside it. */
export function fieldErrorAt(faults: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(faults).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1]
}
