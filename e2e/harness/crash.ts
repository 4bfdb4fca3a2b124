import { createContext, runInContext } from 'node:vm'

export interface Crash {
  /** As a browser's SDK would send it. */
  readonly event: object
  readonly debugIds: readonly string[]
}

/**
 * Runs a built script as a page at that address would, and makes of its error what an SDK makes of it: frames, and the
 * debug id that the script says it has.
 */
export function crashOf(script: string, address: string, release: string): Crash {
  const context = createContext({})
  runInContext('globalThis.window = globalThis.self = globalThis.global = globalThis', context)
  let stack = ''
  try {
    runInContext(script, context, { filename: address })
  } catch (error) {
    stack = (error as Error).stack ?? ''
  }
  const known = runInContext('JSON.stringify(globalThis._sentryDebugIds ?? {})', context) as string
  const debugIds = Object.values(JSON.parse(known) as Record<string, string>)
  const [type, value] = /^(\w+): (.*)/m.exec(stack)?.slice(1) ?? []
  const frames = [...stack.matchAll(/at (?:(\S+) \()?(https:\S+):(\d+):(\d+)\)?/g)].map(
    ([, name, filename, line, column]) => ({
      filename,
      function: name,
      lineno: Number(line),
      colno: Number(column),
      in_app: true,
    }),
  )
  const event = {
    platform: 'javascript',
    release,
    exception: { values: [{ type, value, stacktrace: { frames: frames.reverse() } }] },
    debug_meta: { images: debugIds.map((id) => ({ type: 'sourcemap', code_file: address, debug_id: id })) },
  }
  return { event, debugIds }
}
